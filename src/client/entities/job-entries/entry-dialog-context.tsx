import { createContext, useContext } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { CalendarDate } from '#shared/lib/dates.ts';

/** What a new entry starts with, as far as the screen that opens the dialog knows it. */
export interface EntryStart {
  readonly customerId?: number;
  readonly jobId?: number;
  /** The day, where it is not today. */
  readonly date?: CalendarDate;
  /** An earlier entry to repeat: its choices, not what was measured. */
  readonly copyOf?: JobEntry;
}

export interface EntryDialogControl {
  readonly openNew: (start?: EntryStart) => void;
  readonly openEdit: (entry: JobEntry) => void;
  /** Opens a new entry with the choices of an earlier one, dated today. */
  readonly openCopy: (entry: JobEntry) => void;
  /** Opens just the 'Create New Job' dialog; `onCreated` receives the job. */
  readonly openNewJob: () => void;
}

const nothing = (): void => undefined;

export const EntryDialogContext = createContext<EntryDialogControl>({
  openNew: nothing,
  openEdit: nothing,
  openCopy: nothing,
  openNewJob: nothing,
});

/** Opens the job-entry dialog from any screen. */
export const useEntryDialog = (): EntryDialogControl => useContext(EntryDialogContext);
