import { OTHER_FONT } from './pdf-fonts.ts';

interface Run {
  readonly text: string;
  readonly font: string;
}

/** What the typeface of our papers has. */
const OWN =
  '\\x20-\\x7E\\u00A0-\\u00AC\\u00AE-\\u00B4\\u00B6-\\u0107\\u010A-\\u0113\\u0116-\\u011B\\u011E-\\u0123\\u0126-\\u012B\\u012E-\\u0133\\u0136\\u0137\\u0139-\\u013E\\u0141-\\u0148\\u0150-\\u0155\\u0158-\\u015B\\u015E-\\u0165\\u016A-\\u017E\\u0192\\u0218-\\u021B\\u1E80-\\u1E85\\u1E9E\\u2013\\u2014\\u2018-\\u201A\\u201C-\\u201E\\u2020-\\u2022\\u2026\\u2030\\u2039\\u203A\\u2044\\u20AC\\u20B9\\u2122\\u2212\\u2248\\u2260\\u2264\\u2265\\n';
/** What the other one has besides: the rest of Latin, Greek, Cyrillic, arrows. */
const OTHER =
  '\\u00B5\\u0100-\\u0377\\u037A-\\u037F\\u0384-\\u038A\\u038C-\\u03FF\\u0400-\\u052F\\u1E00-\\u1EFF\\u2070-\\u208E\\u2116\\u2190-\\u2195';
const RUNS = new RegExp(`[${OWN}]+|[${OTHER}]+|.`, 'gsu');
const IS_OWN = new RegExp(`^[${OWN}]*$`, 'u');
const IS_OTHER = new RegExp(`^[${OTHER}]*$`, 'u');

/** Minus signs as printers set them, and one sign for each of the many spaces and hyphens that look alike. */
const tidied = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .replaceAll('\t', ' ')
    .replaceAll(/[\u2000-\u200A\u202F\u205F]/gu, '\u00A0')
    .replaceAll(/[\u2010\u2011]/gu, '-')
    .replaceAll(/(?<![\p{L}\p{N}.,/_-])-(?=[\d\u20AC$\u00A3\u00A5])/gu, '\u2212');

/** A text in signs that can be printed: as it is, or in runs of two typefaces. What neither has becomes a question mark. */
export const printable = (text: string): string | (string | Run)[] => {
  const tidy = tidied(text);
  if (IS_OWN.test(tidy)) {
    return tidy;
  }
  return (tidy.match(RUNS) ?? []).map((run) => (IS_OWN.test(run) ? run : IS_OTHER.test(run) ? { text: run, font: OTHER_FONT } : '?'));
};

/** The keys below which pdfmake finds texts. */
const INSIDE = new Set(['text', 'stack', 'columns', 'table', 'body', 'section']);

/** The same content with every text of it printable. */
export const typeset = <C>(content: C): C => {
  const within = (value: unknown, isText: boolean): unknown => {
    if (typeof value === 'string') {
      const signs = printable(value);
      return isText || typeof signs === 'string' ? signs : { text: signs };
    }
    if (Array.isArray(value)) {
      return value.map((each) => within(each, false));
    }
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, INSIDE.has(key) ? within(each, key === 'text') : each]));
    }
    return value;
  };
  return within(content, true) as C;
};
