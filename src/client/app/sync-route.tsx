import { lazy, useEffect } from 'react';
import type { Customer } from '#shared/domain/customer.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Job } from '#shared/domain/job.ts';
import { loadHintWords } from '#client/entities/job-entries/load-hint-words.ts';
import { loadRunWords } from '#client/entities/runs/load-run-words.ts';
import type { Editors } from '#client/features/sync/editors.ts';
import { SyncScreen } from '#client/features/sync/sync-screen.tsx';

const CustomerDialog = lazy(async () => ({ default: (await import('#client/features/customers/customer-dialog.tsx')).CustomerDialog }));
const JobEntryDialog = lazy(async () => ({ default: (await import('#client/features/job-entries/job-entry-dialog.tsx')).JobEntryDialog }));
const JobDialog = lazy(async () => ({ default: (await import('#client/features/jobs/job-dialog.tsx')).JobDialog }));

// A row of a store has the fields of its record: either the server's answer or a blank record with the input.
const EDITORS: Editors = {
  customers: ({ row, ...rest }) => <CustomerDialog customer={row as unknown as Customer} {...rest} />,
  jobs: ({ row, ...rest }) => <JobDialog job={row as unknown as Job} {...rest} />,
  jobEntries: ({ row, ...rest }) => <JobEntryDialog entry={row as unknown as JobEntry} start={{}} {...rest} />,
};

/** The Sync screen with the forms of the areas whose changes it shows: features do not import each other, routes combine them. */
export const SyncRoute = () => {
  // What two devices answered differently, or said of a run, is decided here: the words for it are among those of hints and runs.
  useEffect(() => void Promise.all([loadHintWords(), loadRunWords()]).catch(() => undefined), []);
  return <SyncScreen editors={EDITORS} />;
};
