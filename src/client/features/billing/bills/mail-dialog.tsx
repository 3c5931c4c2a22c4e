import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { billMailInput } from '#shared/billing/schemas/payment-status.ts';
import { messageOf } from '#client/api/api-error.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox } from '#client/ui/field.tsx';

interface MailProps {
  readonly orgId: number;
  readonly recordId: number;
  /** The previous recipient of this bill. */
  readonly lastRecipient: string;
  readonly onClose: () => void;
}

/** E-mails a bill to the customer, as a PDF; replies go to the sender. */
export const MailDialog = ({ orgId, recordId, lastRecipient, onClose }: MailProps) => {
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const form = useForm({ initial: { to: lastRecipient, message: '', annex: true, notes: false }, schema: billMailInput });
  const [failure, setFailure] = useState<string | null>(null);
  const send = () => {
    setFailure(null);
    return form.submit(
      async (body) => {
        await change((ask) => ask(routes.paymentStatuses.mail, { params: { orgId, id: recordId }, body }));
        notices.success(t('Success'), t('Bill sent to {address}', { address: body.to }));
        onClose();
      },
      // Here, and not in a toast that would remain over whatever is opened next.
      (error) => setFailure(`${t('The bill was not sent')}: ${messageOf(error)}`),
    );
  };
  return (
    <FormDialog
      title={t('Email to customer')}
      submitLabel={t('Send email')}
      busyText={isBusy && t('Sending the bill...')}
      problems={failure === null ? form.problems : [...form.problems, failure]}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField form={form} name="to" label={t("Customer's email address")} required type="email" inputMode="email" autoComplete="off" />
      <TextField form={form} name="message" label={t('Message')} hint={t('Leave empty for the standard message.')} rows={4} />
      <Checkbox
        label={t('Attach the work log')}
        checked={form.values.annex}
        onChange={(event) => form.set('annex', event.target.checked)}
      />
      {form.values.annex && (
        <Checkbox
          label={t('With drivers’ notes')}
          checked={form.values.notes}
          onChange={(event) => form.set('notes', event.target.checked)}
        />
      )}
    </FormDialog>
  );
};
