import { expect, test } from 'vitest';
import { holdsText } from '#client/lib/holds-text.ts';

const TEXTS = ['Prairie Ridge Dairy', null, 'Route 9, Cedar Falls', undefined];

test.each(['ridge', ' RIDGE ', 'dairy prairie', 'cedar ridge', 'prairie ridge', 'airie', '', ' '])('%j is found', (search) => {
  expect(holdsText(TEXTS, search)).toBe(true);
});

test.each(['meadow', 'prairie meadow', 'dairyroute'])('%j is not found', (search) => {
  expect(holdsText(TEXTS, search)).toBe(false);
});

test('nothing is found where there is no text', () => {
  expect(holdsText([null], 'ridge')).toBe(false);
});
