import type { JobEntry, JobEntryPatch } from '#shared/domain/job-entry.ts';

type Asked = Pick<JobEntry, 'question' | 'answer'>;

/** What an entry holds about which the office asks nothing. */
export const UNASKED = {
  question: null,
  isSentBack: false,
  choices: null,
  askedBy: null,
  askedAt: null,
  askedByName: null,
  answer: null,
  answeredAt: null,
};

// Devices keep rows from before there were questions: they lack the fields.
const hasQuestion = ({ question }: Partial<Asked>): boolean => (question ?? null) !== null;
const hasAnswer = ({ answer }: Partial<Asked>): boolean => (answer ?? null) !== null;

/** Whether the office waits for an answer about this entry. */
export const isAsked = (entry: Partial<Asked>): boolean => hasQuestion(entry) && !hasAnswer(entry);

/** Whether its author has answered, and nobody has checked it since. */
export const isAnswered = (entry: Partial<Asked & Pick<JobEntry, 'checkedAt'>>): boolean =>
  hasQuestion(entry) && hasAnswer(entry) && !entry.checkedAt;

/** For a change of an entry: which question is open, so that the change answers no other that has taken its place meanwhile. */
export const answerTo = (entry: Partial<Asked & Pick<JobEntry, 'askedAt'>>): Pick<JobEntryPatch, 'answerTo'> =>
  isAsked(entry) && entry.askedAt ? { answerTo: entry.askedAt } : {};

/** Whether a change is by somebody who knew of the question that an entry has now; one that does not say is taken to be. */
export const knowsQuestion = (entry: Readonly<Record<string, unknown>>, { answerTo: known }: Readonly<Record<string, unknown>>): boolean =>
  known === undefined || Date.parse(known as string) === Date.parse(entry['askedAt'] as string);
