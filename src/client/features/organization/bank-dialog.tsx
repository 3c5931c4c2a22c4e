import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import { type Organization, organizationInput } from '#shared/domain/organization.ts';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { organizationsQuery } from '#client/data/session.ts';
import { useWriter } from '#client/data/use-write.ts';
import { BANK, BankFields, bankIssues, bankOf } from '#client/entities/organizations/bank-fields.tsx';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';

const schema = z.pick(organizationInput, BANK);

/** Whom customers pay (specification 6.11). */
export const BankDialog = ({ organization, onClose }: { readonly organization: Organization; readonly onClose: () => void }) => {
  const { id: orgId } = organization;
  const client = useQueryClient();
  const notices = useNotices();
  const update = useWriter(orgId, routes.organizations.update);
  const form = useForm({
    initial: bankOf(organization),
    schema,
    rules: bankIssues,
  });
  const submit = () =>
    form.submit(
      async (body) => {
        const saved = await update({ params: { orgId }, body, seen: { ...organization, organizationId: orgId } });
        await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
        notices.saved(saved, t('Organization'), t('Success'), t('Organization updated successfully'));
        onClose();
      },
      (error) => notices.failure(t('Failed to update organization'), error),
    );
  return (
    <FormDialog
      title={t('Edit Bank details')}
      submitLabel={t('Update Organization')}
      busyText={form.isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <BankFields form={form} />
    </FormDialog>
  );
};
