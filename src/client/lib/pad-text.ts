import { stepped } from '#client/lib/stepped.ts';
import { editedNumber, heldNumber, MOST_DIGITS, unreadIn } from '#client/lib/typed-number.ts';

/** A key of the number pad besides those that step. */
export type PadKey = number | 'point' | 'plus' | 'back';

/** The decimal sign of the user's locale. */
export const decimalSign = (locale?: string): string => editedNumber('0.5', ...(locale === undefined ? [] : [locale])).charAt(1);

/** What a form holds for a text that may be a sum: '3.5 + 2' is 5.5, and a term that is not written yet adds nothing. */
export const heldSum = (text: string, locale?: string): string => {
  const read = (term: string): string => heldNumber(term, ...(locale === undefined ? [] : [locale]));
  const terms = text.split('+').filter((term) => term.trim() !== '');
  const held = terms.map(read);
  return held.length < 2 || held.some((term) => unreadIn(term) !== null)
    ? read(terms.length === 1 ? (terms[0] ?? '') : text)
    : held.reduce((sum, term) => stepped(sum, Number(term), 1, -Infinity));
};

/** The text once a key was pressed: nothing that cannot be read comes about by keys. */
export const padPressed = (text: string, key: PadKey, locale?: string): string => {
  const sign = decimalSign(locale);
  const last = text.slice(text.lastIndexOf('+') + 1).trim();
  const append = (more: string): string => (text.endsWith('+') ? `${text} ${more}` : text + more);
  switch (key) {
    case 'back':
      return text.trimEnd().slice(0, -1).trimEnd();
    case 'point':
      return last.includes(sign) ? text : append(last === '' ? `0${sign}` : sign);
    case 'plus':
      return last === '' ? text : `${text} +`;
    default:
      return last.length >= MOST_DIGITS ? text : last === '0' ? text.slice(0, -1) + key : append(String(key));
  }
};
