import { type Catalogues, loadWords } from '#client/lib/texts.ts';

const QUESTIONS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/questions.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/questions.json')).default }),
};

/** Fetches the words of questions about entries: before any is drawn. A start does without them. */
export const loadQuestionWords = (): Promise<void> => loadWords(QUESTIONS);

/** What the office asks this person, one card each: for `later`, on the screens that show it. */
export const loadOwnQuestions = async () => (await Promise.all([import('./question-card.tsx'), loadQuestionWords()]))[0].OwnQuestions;
