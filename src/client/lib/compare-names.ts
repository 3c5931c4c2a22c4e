import { pageLocale } from '#client/lib/language.ts';

/** As people of the page's language count and spell: 'Field 9' before 'Field 10', 'Äcker' beside 'Acker', small letters as large ones. */
export const compareNames = new Intl.Collator(pageLocale(), { numeric: true, sensitivity: 'base' }).compare;
