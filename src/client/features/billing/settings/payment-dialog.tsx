import * as z from 'zod/mini';
import { billingSettingsPatch } from '#shared/billing/schemas/billing-settings.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { type SettingsDialogProps, useSettingsChange } from '#client/features/billing/settings/use-settings-change.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox } from '#client/ui/field.tsx';

const { qrIban, hasReference, paymentText } = billingSettingsPatch.shape;

const schema = z.object({ qrIban, hasReference, paymentText });

/** Where banks give QR-IBANs. */
const SWISS = ['CH', 'LI'];

/** What bills say of paying, besides the account. */
export const PaymentDialog = (props: SettingsDialogProps) => {
  const { settings, onClose } = props;
  const { country } = useOrganization();
  const { save, failed, isBusy } = useSettingsChange(props);
  const form = useForm({
    initial: { qrIban: settings.qrIban ?? '', hasReference: settings.hasReference, paymentText: settings.paymentText ?? '' },
    schema,
    isOnlineOnly: true,
  });
  return (
    <FormDialog
      title={t('Edit ways to pay')}
      submitLabel={t('Save')}
      busyText={isBusy && t('Saving...')}
      problems={form.problems}
      onSubmit={() => form.submit(save, failed)}
      onClose={onClose}
    >
      {(settings.qrIban !== null || SWISS.includes(country ?? '')) && (
        <TextField
          form={form}
          name="qrIban"
          label="QR-IBAN"
          autoComplete="off"
          hint={t('For QR-bills with a QR reference. Without it they name the IBAN.')}
        />
      )}
      <Checkbox
        label={t('Transfers name a creditor reference (RF…) in place of the bill’s number')}
        checked={form.values.hasReference}
        onChange={({ target }) => form.set('hasReference', target.checked)}
      />
      <TextField
        form={form}
        name="paymentText"
        label={t('Other ways to pay')}
        rows={3}
        hint={t('Stands on bills below the account, such as where to send checks.')}
      />
    </FormDialog>
  );
};
