import { routes } from '#shared/routes.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import { DeleteDialog } from '#client/components/delete-dialog.tsx';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';

interface DeleteEntryDialogProps {
  readonly entry: JobEntry;
  /** Called as soon as the deletion is confirmed, since the entry leaves the lists then. */
  readonly onDeleted?: () => void;
  readonly onClose: () => void;
}

/** Asks before an entry is deleted. Offer it only to users who pass `mayDeleteEntry`. */
export const DeleteEntryDialog = ({ entry, ...rest }: DeleteEntryDialogProps) => (
  <DeleteDialog
    {...rest}
    route={routes.jobEntries.remove}
    record={entry}
    title={t('Delete job entry')}
    kind={t('Job entry')}
    question={t('Are you sure you want to delete this job entry? {serviceTypeName}, {date}, {jobName}.', {
      serviceTypeName: entry.serviceTypeName,
      date: formatDate(entry.date),
      jobName: entry.jobName,
    })}
    confirmLabel={t('Delete entry')}
    isAtOnce
  />
);
