import { decimalOf, heldNumber, heldOf, unreadIn } from '#client/lib/typed-number.ts';

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** The value after `times` steps, as a form holds it, never below the minimum. Unreadable input stays: it may be large. */
export const stepped = (value: string, step: number, times: number, min = 0): string => {
  if (unreadIn(value) !== null) {
    return value;
  }
  const now = decimalOf(value) ?? '0';
  const decimals = Math.max(decimalsOf(String(step)), decimalsOf(now));
  return heldOf(Number(Math.max(min, Number(now) + step * times).toFixed(decimals)));
};

/** What a form holds for a text that may be a sum: '3.5 + 2' is 5.5, and a term that is not written yet adds nothing. */
export const heldSum = (text: string, locale?: string): string => {
  const read = (term: string): string => heldNumber(term, ...(locale === undefined ? [] : [locale]));
  const terms = text.split('+').filter((term) => term.trim() !== '');
  const held = terms.map(read);
  return held.length < 2 || held.some((term) => unreadIn(term) !== null)
    ? read(terms.length === 1 ? (terms[0] ?? '') : text)
    : held.reduce((sum, term) => stepped(sum, Number(term), 1, -Infinity));
};
