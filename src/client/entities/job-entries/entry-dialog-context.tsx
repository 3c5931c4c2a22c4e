import { createContext, useContext } from 'react';
import type { JobEntry } from '#shared/domain/job-entry.ts';

/** What a new entry starts with, where the screen that opens the dialog knows it. */
export interface EntryStart {
  readonly customerId?: number;
  readonly jobId?: number;
  /** An earlier entry to do again: its choices, not what was measured. */
  readonly copyOf?: JobEntry;
}

export interface EntryDialogControl {
  readonly openNew: (start?: EntryStart) => void;
  readonly openEdit: (entry: JobEntry) => void;
  /** Opens a new entry with the choices of an earlier one, dated today. */
  readonly openCopy: (entry: JobEntry) => void;
  /** Opens the 'Create New Job' dialog by itself; `onCreated` gets the job. */
  readonly openNewJob: () => void;
}

const nothing = (): void => undefined;

export const EntryDialogContext = createContext<EntryDialogControl>({
  openNew: nothing,
  openEdit: nothing,
  openCopy: nothing,
  openNewJob: nothing,
});

/** Opens the job-entry dialog from wherever one is. */
export const useEntryDialog = (): EntryDialogControl => useContext(EntryDialogContext);
