import * as z from 'zod/mini';
import { type Organization, organizationInput } from '#shared/domain/organization.ts';
import { useForm } from '#client/components/use-form.ts';
import { useOrganizationChange } from '#client/components/use-organization-change.ts';
import { BANK, BankFields, bankOf } from '#client/entities/organizations/bank-fields.tsx';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';

const schema = z.pick(organizationInput, BANK);

/** Whom customers pay (specification 6.11). */
export const BankDialog = ({ organization, onClose }: { readonly organization: Organization; readonly onClose: () => void }) => {
  const { save, failed } = useOrganizationChange(organization);
  const form = useForm({ initial: bankOf(organization), schema });
  const submit = () =>
    form.submit(async (body) => {
      await save(body);
      onClose();
    }, failed);
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
