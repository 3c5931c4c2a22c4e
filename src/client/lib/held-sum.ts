import { stepped } from '#client/lib/stepped.ts';
import { heldNumber, unreadIn } from '#client/lib/typed-number.ts';

/** What a form holds for a text that may be a sum: '3.5 + 2' is 5.5, and a term that is not written yet adds nothing. */
export const heldSum = (text: string, locale?: string): string => {
  const read = (term: string): string => heldNumber(term, ...(locale === undefined ? [] : [locale]));
  const terms = text.split('+').filter((term) => term.trim() !== '');
  const held = terms.map(read);
  return held.length < 2 || held.some((term) => unreadIn(term) !== null)
    ? read(terms.length === 1 ? (terms[0] ?? '') : text)
    : held.reduce((sum, term) => stepped(sum, Number(term), 1, -Infinity));
};
