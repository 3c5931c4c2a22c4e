import { loadMyDayWords } from '#client/data/load-my-day-words.ts';
import { loadQuestionWords } from '#client/entities/job-entries/load-question-words.ts';
import { type Catalogues, loadWords } from '#client/lib/texts.ts';

// The parts of the overview that a start does not fetch: it knows one name for all of them, where each name costs it 25 bytes.

/** The words of the first steps, which a company needs until its first bill. */
const FIRST_STEPS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/first-steps.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/first-steps.json')).default }),
};

/** The words of what waits for the office, which drivers never need. */
const OFFICE: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/office.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/office.json')).default }),
};

export const loadGuide = async () => (await Promise.all([import('./guide/guide.tsx'), loadWords(FIRST_STEPS)]))[0].Guide;
export const loadGuideSide = async () => (await Promise.all([import('./guide/guide-side.tsx'), loadWords(FIRST_STEPS)]))[0].GuideSide;
export const loadOffice = async () => (await Promise.all([import('./office/home.tsx'), loadWords(OFFICE)]))[0].OfficeHome;
export const loadMyDay = async () => (await Promise.all([import('./day/my-day.tsx'), loadMyDayWords(), loadQuestionWords()]))[0].MyDay;
export const loadQuickActions = async () => (await import('./quick-actions.tsx')).QuickActions;
export const loadJobQuestions = async () => (await import('#client/entities/jobs/job-questions.tsx')).JobQuestions;
export const loadInstallOffer = async () => (await import('./install-offer.tsx')).InstallOffer;
