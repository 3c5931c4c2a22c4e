import fc from 'fast-check';
import { expect, test } from 'vitest';
import { optionIssues, optionsOf } from './field-options.ts';

test('options come one per line, each once, without empty ones; a comma is part of the option', () => {
  expect(optionsOf('2,5 m\n3,0 m\r\n\n  Smith, John \n2,5 m')).toEqual(['2,5 m', '3,0 m', 'Smith, John']);
  expect(optionsOf(' \n\n')).toEqual([]);
});

test('stored options go through the form unchanged', () => {
  const option = fc.stringMatching(/^[^\s,]([^\n\r]{0,20}[^\s])?$/).filter((text) => text.trim() === text);
  fc.assert(
    fc.property(fc.uniqueArray(option, { maxLength: 8 }), (options) => {
      expect(optionsOf(options.join('\n'))).toEqual(options);
    }),
  );
});

test('only a choice needs options, and none longer than allowed', () => {
  expect(optionIssues({ fieldType: 'text', options: '' })).toEqual([]);
  expect(optionIssues({ fieldType: 'select', options: ' ' })).toEqual([{ path: 'options', message: 'Enter at least one option' }]);
  expect(optionIssues({ fieldType: 'dropdown', options: '2,5 m' })).toEqual([]);
  expect(optionIssues({ fieldType: 'select', options: `Oats\n${'x'.repeat(301)}` })).toEqual([
    { path: 'options', messageCode: 'textTooLong', values: { most: 300 }, message: 'Must be at most 300 characters' },
  ]);
});
