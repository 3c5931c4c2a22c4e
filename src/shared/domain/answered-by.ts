import { isAsked, knowsQuestion } from '#shared/domain/asked.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { measured, OWN } from '#shared/domain/open-question.ts';

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
