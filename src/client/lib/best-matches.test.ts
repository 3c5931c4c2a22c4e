import { expect, test } from 'vitest';
import { bestMatches, rankOf } from '#client/lib/best-matches.ts';

const of = (...titles: string[]) => titles.map((title) => ({ title, text: title.toLowerCase() }));
const titles = (found: readonly { readonly title: string }[]) => found.map(({ title }) => title);

test('every word has to be there, in any order and case', () => {
  const all = of('Mill Farm', 'Farm at the Mill', 'Long Lane');
  expect(titles(bestMatches(all, 'FARM mill', 9))).toEqual(['Farm at the Mill', 'Mill Farm']);
  expect(bestMatches(all, 'mill lane', 9)).toEqual([]);
});

test('what begins with it comes before a word that does, and that before the middle of a word', () => {
  expect(titles(bestMatches(of('Sunmill', 'Old Mill', 'Mill Farm'), 'mill', 9))).toEqual(['Mill Farm', 'Old Mill', 'Sunmill']);
  expect([rankOf('old mill', ['mill']), rankOf('old mill', ['corn']), rankOf('old mill', [])]).toEqual([1, null, 0]);
});

test('at most so many, the best of all of them', () => {
  const all = of(...Array.from({ length: 50 }, (_, number) => `Unmilled ${number}`), 'Mill Farm');
  expect(titles(bestMatches(all, 'mill', 2))).toEqual(['Mill Farm', 'Unmilled 0']);
});

test('nothing typed: the first ones', () => {
  expect(titles(bestMatches(of('B', 'A', 'C'), ' ', 2))).toEqual(['B', 'A']);
});
