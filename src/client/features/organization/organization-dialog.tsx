import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { type Organization, organizationInput } from '#shared/domain/organization.ts';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { organizationsQuery } from '#client/data/session.ts';
import { useWrite } from '#client/data/use-write.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';

const schema = z.pick(organizationInput, { name: true, seasonStartDate: true });

/** Name and season start of the organization (specification 2 §2). */
export const OrganizationDialog = ({ organization, onClose }: { readonly organization: Organization; readonly onClose: () => void }) => {
  const { id: orgId, name, seasonStartDate } = organization;
  const client = useQueryClient();
  const notices = useNotices();
  const update = useWrite(orgId, contract.organizations.update);
  const form = useForm({ initial: { name, seasonStartDate }, schema });

  const submit = async () => {
    const body = form.check();
    if (!body) {
      return;
    }
    try {
      const saved = await update.mutateAsync({ params: { orgId }, body });
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
      notices.saved(saved, 'Organization', 'Success', 'Organization updated successfully');
      onClose();
    } catch (error) {
      form.showServerIssues(error);
      notices.failure('Failed to update organization', error);
    }
  };
  return (
    <FormDialog
      title="Edit Organization"
      submitLabel="Update Organization"
      busyText={update.isPending && 'Saving...'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" required error={form.errors['name']}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="organization"
            value={form.values.name}
            onChange={(event) => form.set('name', event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Season Start"
        error={form.errors['seasonStartDate']}
        hint="Only month and day count: each season begins on this day. Without one it begins on January 1."
      >
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={form.values.seasonStartDate ?? ''}
            onChange={(event) => form.set('seasonStartDate', event.target.value === '' ? null : event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
};
