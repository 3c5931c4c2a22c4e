import { isAsked, knowsQuestion } from '#shared/domain/asked.ts';
import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';
import type { EntryQuestionInput } from '#shared/domain/entry-question.ts';

/** A field that a question is about: a column of the entry, or `own:` and the name of an own field. */
export type AskedMeasure = NonNullable<EntryQuestionInput['choices']>['measure'];

const OWN = 'own:';

/** The value that an entry has for a measure. */
export const measured = (entry: Partial<JobEntry>, measure: string): unknown =>
  measure.startsWith(OWN) ? entry.customFieldValues?.[measure.slice(OWN.length)] : Reflect.get(entry, measure);

/** The change that gives an entry this number. */
export const numberPatch = (entry: Pick<JobEntry, 'customFieldValues'>, measure: string, value: number): JobEntryPatch =>
  measure.startsWith(OWN)
    ? { customFieldValues: { ...(entry.customFieldValues as JobEntryPatch['customFieldValues']), [measure.slice(OWN.length)]: value } }
    : { [measure]: value };

type Questioned = Pick<JobEntry, 'question' | 'answer' | 'isSentBack' | 'choices'>;

/**
 * Whether a change by an entry's author answers its open question without words: what was sent back is corrected, or the number that was
 * asked for is another one. Not one that was made before the question was heard of, where it took the place of another.
 */
export const isAnsweredBy = (entry: Partial<JobEntry> & Questioned, patch: Readonly<Record<string, unknown>>): boolean => {
  if (!isAsked(entry) || !knowsQuestion(entry, patch) || patch['answer'] !== undefined) {
    return false;
  }
  const changes = Object.keys(patch).filter((name) => name !== 'hintsAccepted' && name !== 'answerTo');
  if (entry.isSentBack) {
    return changes.length > 0;
  }
  const { measure } = entry.choices ?? {};
  if (measure === undefined || !changes.includes(measure.startsWith(OWN) ? 'customFieldValues' : measure)) {
    return false;
  }
  return measured(patch, measure) !== measured(entry, measure);
};
