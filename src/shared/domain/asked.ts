import type { JobEntry } from '#shared/domain/job-entry.ts';

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
