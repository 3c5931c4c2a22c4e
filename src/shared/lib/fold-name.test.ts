import { expect, test } from 'vitest';
import { foldName } from '#shared/lib/fold-name.ts';

test('case, accents, signs and spaces make no difference, letters do', () => {
  expect(['Müller & Söhne  GmbH', 'muller sohne gmbh', 'MÜLLER, SÖHNE (GmbH)'].map(foldName)).toEqual(Array(3).fill('muller sohne gmbh'));
  expect([foldName('Weiß'), foldName('Weiss')]).toEqual(['weiss', 'weiss']);
  expect([foldName('Peña'), foldName('  '), foldName('C-2')]).toEqual(['pena', '', 'c 2']);
  expect(foldName('Mueller')).not.toBe(foldName('Müller'));
});
