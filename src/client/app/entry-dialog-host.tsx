import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { EntryDialogContext, type EntryStart } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { useFreshRecord } from '#client/components/use-fresh-record.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';

const JobEntryDialog = lazy(async () => ({ default: (await import('#client/features/job-entries/job-entry-dialog.tsx')).JobEntryDialog }));
const NewJobDialog = lazy(async () => ({ default: (await import('#client/entities/jobs/new-job-dialog.tsx')).NewJobDialog }));

type Open =
  | { readonly kind: 'new'; readonly start: EntryStart }
  | { readonly kind: 'edit'; readonly entry: JobEntry }
  | { readonly kind: 'job' }
  | null;

/** Holds the one job-entry dialog, which the bottom bar, the dashboard and the lists all open. */
export const EntryDialogHost = ({ children }: { readonly children: ReactNode }) => {
  const asksForNew = new URLSearchParams(useSearch()).get('new') === '1';
  const [open, setOpen] = useState<Open>(asksForNew ? { kind: 'new', start: {} } : null);
  const [path, navigate] = useLocation();
  const orgId = useOrganizations().selected?.id;
  const openFresh = useFreshRecord('jobEntries', orgId ?? 0);
  const [openIn, setOpenIn] = useState(orgId);
  // A form belongs to the organization in which it was opened, and never moves to another.
  if (openIn !== orgId) {
    setOpenIn(orgId);
    setOpen(null);
  }
  // The installed app's shortcut starts it at `/job-entries?new=1`. Once the dialog is open, the query is removed so that a reload does not
  // open it again.
  useEffect(() => {
    if (asksForNew) {
      navigate(path, { replace: true });
    }
  }, [asksForNew, path, navigate]);
  const control = useMemo(
    () => ({
      openNew: (start: EntryStart = {}) => setOpen({ kind: 'new', start }),
      openEdit: (listed: JobEntry) => void openFresh(listed, (entry) => setOpen({ kind: 'edit', entry })),
      openCopy: (listed: JobEntry) => void openFresh(listed, (copyOf) => setOpen({ kind: 'new', start: { copyOf } })),
      openNewJob: () => setOpen({ kind: 'job' }),
    }),
    [openFresh],
  );
  const close = () => setOpen(null);
  return (
    <EntryDialogContext value={control}>
      {children}
      <Suspense>
        {open?.kind === 'new' && <JobEntryDialog entry={null} start={open.start} onClose={close} />}
        {open?.kind === 'edit' && <JobEntryDialog entry={open.entry} start={{}} onClose={close} />}
        {open?.kind === 'job' && (
          <NewJobDialog
            customerId={null}
            onClose={close}
            onCreated={(job) => {
              close();
              navigate(`/jobs/${job.id}/entries`);
            }}
          />
        )}
      </Suspense>
    </EntryDialogContext>
  );
};
