import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { EntryDialogContext, type EntryStart } from '#client/entities/job-entries/entry-dialog-context.tsx';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { later } from '#client/lib/later.tsx';

const FreshEntry = later(async () => (await import('#client/app/after-start.ts')).FreshEntry);
const JobEntryDialog = later(async () => (await import('#client/features/job-entries/job-entry-dialog.tsx')).JobEntryDialog);
const NewJobDialog = later(async () => (await import('#client/entities/jobs/new-job-dialog.tsx')).NewJobDialog);

type Open =
  | { readonly kind: 'new'; readonly start: EntryStart }
  | { readonly kind: 'edit'; readonly entry: JobEntry }
  | { readonly kind: 'job' }
  /** An entry is read again before it is opened. */
  | { readonly kind: 'read'; readonly listed: JobEntry; readonly toOpen: (entry: JobEntry) => Open }
  | null;

/** Holds the one job-entry dialog, which the bottom bar, the dashboard and the lists all open. */
export const EntryDialogHost = ({ children }: { readonly children: ReactNode }) => {
  const asksForNew = new URLSearchParams(useSearch()).get('new') === '1';
  const [open, setOpen] = useState<Open>(asksForNew ? { kind: 'new', start: {} } : null);
  const [path, navigate] = useLocation();
  const orgId = useOrganizations().selected?.id;
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
      openEdit: (listed: JobEntry) => setOpen({ kind: 'read', listed, toOpen: (entry) => ({ kind: 'edit', entry }) }),
      openCopy: (listed: JobEntry) => setOpen({ kind: 'read', listed, toOpen: (copyOf) => ({ kind: 'new', start: { copyOf } }) }),
      openNewJob: () => setOpen({ kind: 'job' }),
    }),
    [],
  );
  const close = () => setOpen(null);
  return (
    <EntryDialogContext value={control}>
      {children}
      {open?.kind === 'read' && (
        <FreshEntry
          orgId={orgId ?? 0}
          listed={open.listed}
          onFound={(entry) => setOpen(open.toOpen(entry))}
          onEnd={() => setOpen((now) => (now === open ? null : now))}
        />
      )}
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
    </EntryDialogContext>
  );
};
