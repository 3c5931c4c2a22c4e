import { expect, test } from 'vitest';
import { bestMatches, type Matches, rankOf } from '#client/lib/best-matches.ts';

const titled = (...titles: string[]) => titles.map((title) => ({ title, text: title.toLowerCase() }));
const titles = ({ best }: Matches<{ readonly title: string }>) => best.map(({ title }) => title);

test('every word has to match, in any order and case', () => {
  const all = titled('Mill Farm', 'Farm at the Mill', 'Long Lane');
  expect(titles(bestMatches(all, 'FARM mill', 9))).toEqual(['Farm at the Mill', 'Mill Farm']);
  expect(bestMatches(all, 'mill lane', 9)).toEqual({ best: [], count: 0 });
});

test('a match at the beginning comes before one at the start of a word, and that before one within a word', () => {
  expect(titles(bestMatches(titled('Sunmill', 'Old Mill', 'Mill Farm'), 'mill', 9))).toEqual(['Mill Farm', 'Old Mill', 'Sunmill']);
  expect([rankOf('old mill', ['mill']), rankOf('old mill', ['corn']), rankOf('old mill', [])]).toEqual([1, null, 0]);
});

test('at most the given number, the best of all, and how many there are', () => {
  const all = titled(...Array.from({ length: 50 }, (_, number) => `Unmilled ${number}`), 'Mill Farm');
  expect(titles(bestMatches(all, 'mill', 2))).toEqual(['Mill Farm', 'Unmilled 0']);
  expect(bestMatches(all, 'mill', 2).count).toBe(51);
  expect(bestMatches(all, 'unmilled 4', 2).count).toBe(14);
});

test('the first ones while nothing is typed', () => {
  expect(titles(bestMatches(titled('B', 'A', 'C'), ' ', 2))).toEqual(['B', 'A']);
});
