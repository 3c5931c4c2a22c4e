import { expect, test } from 'vitest';
import type { Organization } from '#shared/domain/organization.ts';
import { afterList, choiceOf, chosenByHand } from '#client/data/organization-choice.ts';

const [alder, birch, cedar] = [3, 7, 9].map((id) => ({ id, name: `Farm ${id}` }) as Organization) as [
  Organization,
  Organization,
  Organization,
];
const idAfter = (storedId: number | null, ...lists: (readonly Organization[])[]): number | null =>
  lists.reduce((choice, list) => afterList(choice, list, false), choiceOf(storedId)).id;

test('the stored one if it is in the list, otherwise the first', () => {
  expect([idAfter(7, [alder, birch]), idAfter(null, [alder, birch]), idAfter(424_242, [birch, alder]), idAfter(5, [])]).toEqual([
    7, 3, 7, 5,
  ]);
});

test('additions to the list and reordering do not change it', () => {
  expect(idAfter(null, [birch], [alder, birch], [cedar, alder, birch])).toBe(7);
});

test('one that leaves the list is replaced by the first, or by the next that appears', () => {
  expect([idAfter(7, [alder, birch], [alder]), idAfter(7, [birch], [], [cedar])]).toEqual([3, 9]);
});

test('under a form with unsaved input it stays, and comes back if it was a mistake', () => {
  const before = afterList(choiceOf(7), [alder, birch], true);
  const left = afterList(before, [alder], true);
  expect(left).toMatchObject({ id: 7, known: birch, hasLeft: true });
  // Even once the form is saved or empty: only the user moves on.
  expect(afterList(left, [alder], false)).toBe(left);
  expect(afterList(left, [alder, birch], true)).toEqual(before);
  expect(afterList(choiceOf(null), [alder], false)).toMatchObject({ id: 3, hasLeft: false });
});

test('one that the user chose is waited for', () => {
  const awaited = afterList(chosenByHand(9), [alder], false);
  expect(awaited).toMatchObject({ id: 9, known: undefined });
  expect(afterList(awaited, [alder, cedar], false)).toMatchObject({ id: 9, known: cedar, isAwaited: false });
});

test('a sample company is the first only where there is nothing else, and stays where it was chosen', () => {
  const sample = { ...alder, id: 1, isSample: true };
  expect([idAfter(null, [sample, birch]), idAfter(424_242, [sample, birch]), idAfter(null, [sample]), idAfter(1, [sample, birch])]).toEqual(
    [7, 7, 1, 1],
  );
  // Left and removed, it is replaced by one's own.
  expect(idAfter(1, [sample, birch], [birch])).toBe(7);
});
