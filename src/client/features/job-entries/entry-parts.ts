import type { DraftLineProps } from '#client/features/job-entries/draft-notes.tsx';
import type { FilesControlProps } from '#client/features/job-entries/files-control.tsx';
import type { TimerActionProps } from '#client/features/job-entries/timer-action.tsx';
import type { LeaveQuestionProps } from '#client/features/job-entries/leave-question.tsx';
import { later } from '#client/lib/later.tsx';

// The parts of the entry dialog that not every entry needs: what is about drafts, files, the timer and leaving.

export const DraftLine = later<DraftLineProps>(async () => (await import('./draft-notes.tsx')).DraftLine);
export const DraftTrouble = later(async () => (await import('./draft-notes.tsx')).DraftTrouble);
export const FilesControl = later<FilesControlProps>(async () => (await import('./files-control.tsx')).FilesControl);
export const LeaveQuestion = later<LeaveQuestionProps>(async () => (await import('./leave-question.tsx')).LeaveQuestion);
export const TimerAction = later<TimerActionProps>(async () => (await import('./timer-action.tsx')).TimerAction);
