import { pageLocale } from '#client/lib/language.ts';

/** In the order of the page's language: 'Field 9' before 'Field 10', 'Äcker' next to 'Acker', ignoring case. */
export const compareNames = new Intl.Collator(pageLocale(), { numeric: true, sensitivity: 'base' }).compare;
