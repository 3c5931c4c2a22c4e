import { because } from '#shared/messages/because.ts';
import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import { requiredLine } from '#shared/domain/fields.ts';
import { type Job, JOB_STATUSES, type JobStatus, mayChangeStatus } from '#shared/domain/job.ts';
import { PLACEHOLDER_NAME } from '#shared/domain/placeholder-job.ts';
import { CustomerSelect } from '#client/entities/customers/customer-select.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { useBillingStep } from '#client/features/jobs/billing-step.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, Select } from '#client/ui/field.tsx';

const schema = z.object({
  name: requiredLine(because('jobNameRequired')),
  customerId: z.number(because('customerRequired')),
  status: z.enum(JOB_STATUSES),
});

const STATUS_WORD = { open: 'Active', completed: 'Completed', billed: 'Billed' } as const satisfies Record<JobStatus, PlainText>;

interface JobDialogProps {
  /** Null: a new one. */
  readonly job: Job | null;
  /** Called with the values instead of writing them: for a change that is already waiting. */
  readonly onSave?: (values: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly onClose: () => void;
}

/** Add and edit a job (specification 5.8); the edit can set any status that the user's level may set (specification 5.2). */
export const JobDialog = ({ job, onSave, onClose }: JobDialogProps) => {
  const { id: orgId, role } = useOrganization();
  const notices = useNotices();
  const create = useWriter(orgId, routes.jobs.create);
  const update = useWriter(orgId, routes.jobs.update);
  const billingStep = useBillingStep();
  const form = useForm({
    initial: {
      name: job && !job.isPlaceholder ? job.name : '',
      customerId: job?.customerId ?? null,
      status: job?.status ?? ('open' as const),
    },
    schema,
  });

  const isBilled = job?.status === 'billed' && form.values.status === 'billed';
  const submit = () =>
    form.submit(
      async (body) => {
        if (onSave) {
          await onSave(body);
          onClose();
          return;
        }
        const step = job && job.status !== 'billed' && body.status === 'billed' ? await billingStep(job) : 'one-step';
        // Other changes are kept; whether it is billed is asked on the bill.
        const values = job && step !== 'one-step' ? { ...body, status: job.status } : body;
        const saved = await (job
          ? update({ params: { id: job.id }, body: values, seen: job.isPlaceholder ? { ...job, name: PLACEHOLDER_NAME } : job })
          : create({ params: { orgId }, body }));
        notices.saved(saved, t('Job'), t('Success'), job ? t('Job updated successfully') : t('Job created successfully'));
        onClose();
      },
      (error) => notices.notSaved(job ? 'update' : 'create', 'job', error),
    );
  return (
    <FormDialog
      title={job ? t('Edit Job') : t('Add New Job')}
      submitLabel={job ? t('Update Job') : t('Create Job')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('Customer')}
        required
        error={form.errors['customerId']}
        hint={isBilled && t('Its bill is made out to this customer. Reopen the job before you move it to another.')}
      >
        {(control) => (
          <CustomerSelect
            control={control}
            isDisabled={isBilled}
            value={form.values.customerId}
            onChange={(id) => form.set('customerId', id)}
            stored={job ? { id: job.customerId, name: job.customerName } : undefined}
          />
        )}
      </Field>
      <TextField form={form} name="name" label={t('Job Name')} required hint={t('The field and the work, such as North Quarter silage.')} />
      {job && (
        <Field label={t('Status')}>
          {(control) => (
            <Select
              {...control}
              value={form.values.status}
              onChange={(event) => form.set('status', JOB_STATUSES.find((status) => status === event.target.value) ?? 'open')}
            >
              {JOB_STATUSES.filter((status) => mayChangeStatus(role, job.status, status)).map((status) => (
                <option key={status} value={status}>
                  {t(STATUS_WORD[status])}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  );
};
