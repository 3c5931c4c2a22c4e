import { type Catalogues, loadWords } from '#client/lib/texts.ts';
import { loadHintWords } from './load-hint-words.ts';

const QUESTIONS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/questions.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/questions.json')).default }),
};

/** Fetches the words of questions about entries: before any is drawn. A start does without them. */
export const loadQuestionWords = async (): Promise<void> => {
  await Promise.all([loadHintWords(), loadWords(QUESTIONS)]);
};

// What asks and answers, for `later`.

/** The question about an entry, where the entry is shown. */
export const loadEntryQuestion = async () => (await Promise.all([import('./entry-question.tsx'), loadQuestionWords()]))[0].EntryQuestion;
/** The question above the form of its entry. */
export const loadQuestionLine = async () => (await Promise.all([import('./question-line.tsx'), loadQuestionWords()]))[0].QuestionLine;
export const loadAskDialog = async () => (await Promise.all([import('./ask-dialog.tsx'), loadQuestionWords()]))[0].AskDialog;
export const loadQuestionBadge = async () => (await Promise.all([import('./question-badge.tsx'), loadQuestionWords()]))[0].QuestionBadge;
