import { expect, test } from 'vitest';
import { addressOf, seasonsBefore, viewOf } from './repeat-address.ts';

const of = (search: string, start: string | null = null) => viewOf(search, '2026-03-15', start);

test('usually this season is made as the one before', () => {
  expect(of('')).toEqual({ tab: 'all', season: '2026', of: '2025', serviceTypeId: null });
  // The season of 15 March 2026 began in October 2025.
  expect(of('', '2020-10-01')).toEqual({ tab: 'all', season: '2025', of: '2024', serviceTypeId: null });
  expect(seasonsBefore('2026')).toEqual(['2025', '2024', '2023', '2022', '2021']);
});

test('an address is read as it was written', () => {
  const view = { tab: 'notYet', season: '2027', of: '2024', serviceTypeId: 8 } as const;
  expect(addressOf(view)).toBe('/jobs/repeat?tab=notYet&season=2027&of=2024&service=8');
  expect(of(addressOf(view).split('?')[1] ?? '')).toEqual(view);
});

test.each(['tab=x&season=1999&of=2026&service=-1', 'season=&of=2030&service=1.5', 'season=2028&of=abc&service=x'])(
  '%s is shown as usual',
  (search) => {
    expect(of(search)).toEqual(of(''));
  },
);
