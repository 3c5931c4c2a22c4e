import { useState } from 'react';
import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import type { BillSending } from '#shared/billing/schemas/bill-sending.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { billMailInput } from '#shared/billing/schemas/payment-status.ts';
import { messageOf } from '#client/api/api-error.ts';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { listWords } from '#client/lib/lists.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { addressesIn, recipientProblem, RecipientsField, useBillSending } from './mail-fields.tsx';

interface MailProps {
  readonly record: BillingRecord;
  /** The previous recipient of this bill. */
  readonly lastRecipient: string;
  readonly onClose: () => void;
}

const { message, annex, notes } = billMailInput.shape;
const schema = z.object({ to: z.string(), message, annex, notes });

/** What the form begins with: as the customer wishes, unless the bill itself says otherwise. */
const firstValues = ({ content: { hasAnnex } }: BillingRecord, sending: BillSending | undefined, lastRecipient: string) => ({
  to: sending === undefined || sending.recipients.length === 0 ? lastRecipient : sending.recipients.join(', '),
  message: '',
  annex: hasAnnex ?? sending?.hasAnnex ?? true,
  notes: false,
});

const MailForm = ({ record, lastRecipient, sending, onClose }: MailProps & { readonly sending: BillSending | undefined }) => {
  const { id, organizationId: orgId } = record;
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const form = useForm({
    initial: firstValues(record, sending, lastRecipient),
    schema,
    rules: ({ to }) => {
      const problem = recipientProblem(to);
      return problem === undefined ? [] : [{ path: 'to', message: problem }];
    },
    isOnlineOnly: true,
  });
  const [failure, setFailure] = useState<string | null>(null);
  const send = () => {
    setFailure(null);
    return form.submit(
      async ({ to: typed, ...rest }) => {
        const [to = '', ...others] = addressesIn(typed);
        await change((ask) => ask(routes.paymentStatuses.mail, { params: { orgId, id }, body: { to, others, ...rest } }));
        notices.success(t('Success'), t('Bill sent to {address}', { address: listWords([to, ...others]) }));
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
      <RecipientsField value={form.values.to} error={form.errors['to']} onChange={(to) => form.set('to', to)} />
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

/** E-mails a bill to the customer, as a PDF; replies go to the sender. It begins as the customer wishes their bills. */
export const MailDialog = (props: MailProps) => {
  const { sending, isUnknown } = useBillSending(props.record.customerId);
  return (sending !== undefined || isUnknown) && <MailForm {...props} sending={sending} />;
};
