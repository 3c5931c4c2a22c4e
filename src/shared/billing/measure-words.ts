import type { UNITS } from '#shared/domain/units.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

type Column = keyof (typeof UNITS)['us'];

/** The names of an entry's own numbers on a bill. */
export const MEASURE_WORDS: Readonly<Record<LanguageId, Readonly<Record<Column, string>>>> = {
  en: { totalHours: 'Hours', billableHours: 'Billable Hours', fuel: 'Fuel', loads: 'Loads' },
  de: { totalHours: 'Stunden', billableHours: 'Abrechenbare Stunden', fuel: 'Kraftstoff', loads: 'Fuhren' },
  es: { totalHours: 'Horas', billableHours: 'Horas facturables', fuel: 'Combustible', loads: 'Viajes' },
};

/** The name of a quantity's source: an entry's own number, or a field, which has its own name. */
export const sourceIn = (language: LanguageId, source: string): string => {
  const words: Readonly<Record<string, string>> = MEASURE_WORDS[language];
  return Object.hasOwn(words, source) ? (words[source] ?? source) : source;
};
