import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';
import type { EntryQuestionInput } from '#shared/domain/entry-question.ts';

/** A field that a question is about: a column of the entry, or `own:` and the name of an own field. */
export type AskedMeasure = NonNullable<EntryQuestionInput['choices']>['measure'];

export const OWN = 'own:';

/** The value that an entry has for a measure. */
export const measured = (entry: Partial<JobEntry>, measure: string): unknown =>
  measure.startsWith(OWN) ? entry.customFieldValues?.[measure.slice(OWN.length)] : Reflect.get(entry, measure);

/** The change that gives an entry this number. */
export const numberPatch = (entry: Pick<JobEntry, 'customFieldValues'>, measure: string, value: number): JobEntryPatch =>
  measure.startsWith(OWN)
    ? { customFieldValues: { ...(entry.customFieldValues as JobEntryPatch['customFieldValues']), [measure.slice(OWN.length)]: value } }
    : { [measure]: value };
