import { because } from '#shared/messages/because.ts';
import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import { requiredLine } from '#shared/domain/fields.ts';
import type { Job } from '#shared/domain/job.ts';
import { CustomerSelect } from '#client/entities/customers/customer-select.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useWriter } from '#client/data/use-write.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';

// Specification 5.34: the messages of the dialog inside the entry dialog.
const schema = z.object({
  name: requiredLine(because('jobNameMissing')),
  customerId: z.number(because('customerMissing')),
});

interface NewJobDialogProps {
  readonly customerId: number | null;
  readonly onCreated: (job: Job) => void;
  readonly onClose: () => void;
}

/** 'Create New Job': a new job is open (specification 5.34). */
export const NewJobDialog = ({ customerId, onCreated, onClose }: NewJobDialogProps) => {
  const { id: orgId } = useOrganization();
  const notices = useNotices();
  const create = useWriter(orgId, routes.jobs.create);
  const form = useForm({ initial: { name: '', customerId }, schema });

  const submit = () =>
    form.submit(
      async (values) => {
        const body = { name: values.name, customerId: values.customerId, status: 'open' } as const;
        const saved = await create({ params: { orgId }, body });
        notices.saved(saved, t('Job'), t('Success'), t('Job created successfully'));
        onCreated(saved.record);
      },
      (error) => notices.failure(t('Failed to create job'), error),
    );
  return (
    <FormDialog
      title={t('Create New Job')}
      submitLabel={t('Create Job')}
      busyText={form.isBusy && t('Creating...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('Customer')} required error={form.errors['customerId']}>
        {(control) => <CustomerSelect control={control} value={form.values.customerId} onChange={(id) => form.set('customerId', id)} />}
      </Field>
      <TextField form={form} name="name" label={t('Job Name')} required hint={t('The field and the work, such as North Quarter silage.')} />
    </FormDialog>
  );
};
