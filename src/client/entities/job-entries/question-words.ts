import type { JobEntry } from '#shared/domain/job-entry.ts';
import { isAnswered, isAsked, numberPatch } from '#shared/domain/open-question.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { t, withUnit } from '#client/lib/texts.ts';

// Questions of the office in words. Their catalogue comes late: `loadQuestionWords` has to be awaited before any of this is drawn.

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
