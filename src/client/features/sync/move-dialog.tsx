import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '#shared/domain/job.ts';
import { jobQueries } from '#client/data/queries.ts';
import type { ItemView } from '#client/data/sync-items.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, Select } from '#client/ui/field.tsx';
import { ActiveJobsIcon } from '#client/ui/icons.tsx';
import { Empty } from '#client/ui/states.tsx';

interface MoveDialogProps {
  readonly view: ItemView;
  readonly onMove: (jobId: number) => Promise<boolean>;
  readonly onClose: () => void;
}

const Options = ({ label, jobs }: { readonly label: string; readonly jobs: readonly Job[] }) =>
  jobs.length > 0 && (
    <optgroup label={label}>
      {jobs.map(({ id, name, customerName }) => (
        <option key={id} value={id}>
          {name}, {customerName}
        </option>
      ))}
    </optgroup>
  );

/** Moves an entry to another open job, including one that was made on this device; those of its customer come first. */
export const MoveDialog = ({ view, onMove, onClose }: MoveDialogProps) => {
  const { item, row, title } = view;
  const { data: open } = useQuery(jobQueries.list(item.orgId, 'open'));
  const [jobId, setJobId] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const jobs = (open ?? []).filter(({ id }) => id !== row?.['jobId'] && id !== item.jobId);
  const isSameCustomer = ({ customerId }: Job): boolean => customerId === row?.['customerId'];
  const submit = async () => {
    if (jobId === null) {
      setError(t('Please select a job'));
      return;
    }
    setBusy(true);
    await onMove(jobId);
    onClose();
  };
  return (
    <FormDialog
      title={t('Move to another job')}
      submitLabel={t('Move and send')}
      busyText={isBusy && t('Moving...')}
      isDisabled={jobs.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="font-[680] wrap-anywhere">{title}</p>
      {open !== undefined && jobs.length === 0 ? (
        <Empty title={t('There is no other open job.')} text={t('Create one first, then come back.')} />
      ) : (
        <Field label={t('Job')} required error={error}>
          {(control) => (
            <Select
              {...control}
              icon={ActiveJobsIcon}
              placeholder={t('Choose a job')}
              value={jobId ?? ''}
              onChange={(event) => {
                setError(undefined);
                setJobId(event.target.value === '' ? null : Number(event.target.value));
              }}
            >
              <Options label={t('Of the same customer')} jobs={jobs.filter(isSameCustomer)} />
              <Options label={t('Other customers')} jobs={jobs.filter((job) => !isSameCustomer(job))} />
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  );
};
