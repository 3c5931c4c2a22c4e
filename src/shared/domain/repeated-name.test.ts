import { expect, test } from 'vitest';
import { repeatedName } from '#shared/domain/repeated-name.ts';

test.each([
  ['North silage 2025', 'North silage 2026'],
  ['2025 North silage', '2026 North silage'],
  ['Silage (2025)', 'Silage (2026)'],
  ["Silage '25", "Silage '26"],
  ['Silage ’25', 'Silage ’26'],
  ['Winterdienst 2025/26', 'Winterdienst 2026/27'],
  ['Winterdienst 2025/2026', 'Winterdienst 2026/2027'],
  ['Winterdienst 25/26', 'Winterdienst 26/27'],
  ['Winter 2025-26', 'Winter 2026-27'],
  // The season ends in the next year.
  ['Wheat 2026', 'Wheat 2027'],
  ['2025 and 2026', '2026 and 2027'],
])('%s becomes %s', (name, next) => {
  expect(repeatedName(name, '2025', '2026')).toBe(next);
});

test.each([
  'North silage',
  'Seeding of the 2019 clover',
  'Lot 12025',
  'Lot 20251',
  'Section 25',
  'Field 24/25',
  'Sections 25/27',
  '2025.5 acres',
  '1,2025',
  "6' 25",
])('%s stays as it is', (name) => {
  expect(repeatedName(name, '2025', '2026')).toBe(name);
});

test('over several seasons the year is counted up by as many, also over a century', () => {
  expect(repeatedName('Hay 2023', '2023', '2026')).toBe('Hay 2026');
  expect(repeatedName('Hay 2099/00', '2099', '2100')).toBe('Hay 2100/01');
  expect(repeatedName("Hay '99", '1999', '2000')).toBe("Hay '00");
});
