import type { DraftLineProps } from '#client/features/job-entries/draft-notes.tsx';
import type { FilesControlProps } from '#client/features/job-entries/files-control.tsx';
import type { TimerActionProps } from '#client/features/job-entries/timer-action.tsx';
import type { LeaveQuestionProps } from '#client/features/job-entries/leave-question.tsx';
import type { FoldedEntryProps } from '#client/features/job-entries/folded-entry.tsx';
import type { FoldedExtrasProps } from '#client/features/job-entries/folded-extras.tsx';
import type { FullFormProps } from '#client/features/job-entries/full-form.tsx';
import { later } from '#client/lib/later.tsx';
import { type Catalogues, loadWords } from '#client/lib/texts.ts';

// The parts of the entry dialog that not every entry needs, so that a phone fetches only what it shows: its two forms, each with its words,
// and what is about drafts, files and leaving.

const WORDS: Catalogues = {
  de: async () => ({ texts: (await import('#client/locales/de/quick-entry.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/quick-entry.json')).default }),
};

/** Where the thumb does the work: numbers have a pad of their own. */
export const PHONE = '(pointer: coarse) and (max-width: 47.99rem)';

/** Everything that an entry can hold. */
export const FullForm = later<FullFormProps>(async () => (await Promise.all([import('./full-form.tsx'), loadWords(WORDS)]))[0].FullForm);

/** What is known in one block, and the numbers with their pad: for the usual entry on a phone. */
export const FoldedEntry = later<FoldedEntryProps>(
  async () => (await Promise.all([import('./folded-entry.tsx'), loadWords(WORDS)]))[0].FoldedEntry,
);

export const DraftLine = later<DraftLineProps>(async () => (await import('./draft-notes.tsx')).DraftLine);
export const DraftTrouble = later(async () => (await import('./draft-notes.tsx')).DraftTrouble);
export const FilesControl = later<FilesControlProps>(async () => (await import('./files-control.tsx')).FilesControl);
export const FoldedExtras = later<FoldedExtrasProps>(async () => (await import('./folded-extras.tsx')).FoldedExtras);
export const LeaveQuestion = later<LeaveQuestionProps>(async () => (await import('./leave-question.tsx')).LeaveQuestion);
export const TimerAction = later<TimerActionProps>(async () => (await import('./timer-action.tsx')).TimerAction);
