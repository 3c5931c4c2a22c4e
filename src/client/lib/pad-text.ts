import { editedNumber, MOST_DIGITS } from '#client/lib/typed-number.ts';

/** A key of the number pad besides those that step. */
export type PadKey = number | 'point' | 'plus' | 'back';

/** The decimal sign of the user's locale. */
export const decimalSign = (locale?: string): string => editedNumber('0.5', ...(locale === undefined ? [] : [locale])).charAt(1);

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
