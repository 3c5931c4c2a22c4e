import { expect, test } from 'vitest';
import { NO_FILTER } from './desk-filter.ts';
import { rowsShown } from './desk-filter-rows.ts';
import { rowWith } from './desk-fixtures.ts';

test('entries with a question are those that wait for an answer, and those whose answer nobody has looked at', () => {
  const asked = { question: 'Was it 38?', askedAt: '2026-11-20T09:00:00.000Z' };
  const rows = [
    rowWith({ id: 1 }),
    rowWith({ id: 2, ...asked }),
    rowWith({ id: 3, ...asked, answer: '38 gal' }),
    rowWith({ id: 4, ...asked, answer: '' }),
    rowWith({ id: 5, ...asked, answer: '38 gal', checkedAt: '2026-11-20T10:00:00.000Z' }),
  ];
  // A row from before there were questions.
  const { question: _question, answer: _answer, ...old } = rowWith({ id: 6 }).entry;
  const all = [...rows, { ...rowWith({ id: 6 }), entry: old as (typeof rows)[number]['entry'] }];
  const idsWith = (filter: object) => rowsShown(all, { ...NO_FILTER, ...filter }, { from: null, to: null }).map(({ entry }) => entry.id);
  expect(idsWith({ asked: true })).toEqual([2, 3, 4]);
  expect(idsWith({ asked: false })).toEqual([1, 2, 3, 4, 5, 6]);
});
