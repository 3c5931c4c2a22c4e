import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import de from '#client/locales/de/sign-in.json';
import es from '#client/locales/es/sign-in.json';

const PAGE = readFileSync(join(import.meta.dirname, '..', 'sign-in.html'), 'utf8');
// Without script nobody can choose a language: there the page is in all three.
const body = PAGE.slice(PAGE.indexOf('<body>')).replace(/<noscript>.*?<\/noscript>/s, '');

/** What the modes of the form change whenever one is shown. */
const OF_MODE = ['title', 'lead', 'submit', 'switch-question', 'switch'];

test('every text of the page is translated with the page, or set by a mode', () => {
  const worded = [...body.matchAll(/<\w+([^>]*)>([^<]*[A-Za-z][^<]*)</g)]
    .map(([, attributes = '', text = '']) => ({
      isMarked: attributes.includes('data-text'),
      id: /\bid="([^"]+)"/.exec(attributes)?.[1] ?? '',
      text: text.trim(),
    }))
    .filter(({ text }) => text !== 'Headland');
  expect(worded.length).toBeGreaterThan(10);
  expect(worded.filter(({ isMarked, id }) => !isMarked && !OF_MODE.includes(id)).map(({ text }) => text)).toEqual([]);
  expect(worded.filter(({ text }) => !Object.hasOwn(de, text) || !Object.hasOwn(es, text)).map(({ text }) => text)).toEqual([]);
});
