import { expect, test } from 'vitest';
import { requestLanguage } from '#server/http/request-language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['fr-FR,fr;q=0.9,de;q=0.5,en;q=0.4', 'de'],
  ['en;q=0.3, de-AT;q=0.7', 'de'],
  ['de;q=0, en', 'en'],
  ['fr, des, x', 'en'],
  ['de;q=nonsense', 'de'],
] as const)('%s asks for %s', (header, language) => {
  expect(requestLanguage(header)).toBe(language);
});
