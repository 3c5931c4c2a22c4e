import { useState } from 'react';
import { contract } from '#shared/contract.ts';
import { billMailInput } from '#shared/domain/billing-standing.ts';
import { messageOf } from '#client/api/api-error.ts';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { Checkbox, Field, Textarea, TextInput } from '#client/ui/field.tsx';

interface MailProps {
  readonly orgId: number;
  readonly recordId: number;
  /** To whom this bill was mailed before. */
  readonly lastRecipient: string;
  readonly onClose: () => void;
}

/** Mails a bill to the customer, as a PDF; answers go to whoever sends it. */
export const MailDialog = ({ orgId, recordId, lastRecipient, onClose }: MailProps) => {
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const form = useForm({ initial: { to: lastRecipient, message: '', annex: true, notes: false }, schema: billMailInput });
  const [failure, setFailure] = useState<string | null>(null);
  const send = () => {
    setFailure(null);
    return form.submit(
      async (body) => {
        await change((ask) => ask(contract.billingStandings.mail, { params: { orgId, id: recordId }, body }));
        notices.success(t('Success'), t('The bill is on its way to {address}', { address: body.to }));
        onClose();
      },
      // Here, and not in a notice that would stay over whatever is opened next.
      (error) => setFailure(`${t('The bill was not mailed')}: ${messageOf(error)}`),
    );
  };
  return (
    <FormDialog
      title={t('Mail to customer')}
      submitLabel={t('Send mail')}
      busyText={isBusy && t('Sending the bill...')}
      problems={failure === null ? form.problems : [...form.problems, failure]}
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={t('E-mail address of the customer')} required error={form.errors['to']}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            inputMode="email"
            autoComplete="off"
            value={form.values.to}
            onChange={(event) => form.set('to', event.target.value)}
          />
        )}
      </Field>
      <Field label={t('Message')} hint={t('Left empty, the mail says what is attached.')} error={form.errors['message']}>
        {(control) => (
          <Textarea {...control} rows={4} value={form.values.message} onChange={(event) => form.set('message', event.target.value)} />
        )}
      </Field>
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
