// What a first look at the desk does without, in one file: a module that several late files share would be brought by every screen.
export { DeskCards } from './desk-cards.tsx';
export { DeskDialogs } from './desk-dialogs.tsx';
export { DeskSide } from './desk-panel.tsx';
export { EntryDetailDialog } from '#client/entities/job-entries/entry-detail-dialog.tsx';
