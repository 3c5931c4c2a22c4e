import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isAnswered, isAsked } from '#shared/domain/asked.ts';
import { numberPatch } from '#shared/domain/open-question.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { type PlainText, t, withUnit } from '#client/lib/texts.ts';

// Questions of the office in words. Their states are in the catalogue of hints (`loadHintWords`), which every list of entries has that shows
// them.

const MEASURES: Readonly<Record<string, PlainText>> = {
  totalHours: 'Hours',
  billableHours: 'Billable Hours',
  fuel: 'Fuel',
  loads: 'Loads',
};

/** What is asked for: 'Fuel'; own fields by their name. */
export const measureWords = (measure: string): string => {
  const word = MEASURES[measure];
  return word === undefined ? measure.replace(/^own:/, '') : t(word);
};

/** A number that can be chosen, with its unit: '38 gal'. */
export const choiceWords = (measure: string, value: number, units: EntryUnits): string =>
  Object.hasOwn(units, measure) ? withUnit(value, units[measure as keyof EntryUnits]) : formatNumber(value);

/** The one write by which a number is chosen: it becomes the entry's, and the answer. */
export const chosenPatch = (entry: JobEntry, measure: string, value: number, units: EntryUnits) => ({
  ...numberPatch(entry, measure, value),
  answer: choiceWords(measure, value, units),
});

/** Where an entry's question has come: 'Asked', 'Sent back', 'Answered: 38 gal', 'Corrected'; undefined: nothing is open. */
export const questionState = (entry: JobEntry): string | undefined => {
  if (isAsked(entry)) {
    return entry.isSentBack ? t('Sent back') : t('Asked');
  }
  if (!isAnswered(entry)) {
    return undefined;
  }
  return entry.answer ? t('Answered: {answer}', { answer: entry.answer }) : t('Corrected');
};
