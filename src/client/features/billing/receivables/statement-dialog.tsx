import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { callFile } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { download } from '#client/lib/download.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';
import { DownloadIcon, MailIcon } from '#client/ui/icons.tsx';
import type { ReceivableRow } from './receivable-rows.ts';

interface StatementDialogProps {
  /** Without a currency: that of the customer's newest bill. */
  readonly row: Pick<ReceivableRow, 'customerId' | 'businessName' | 'recipients'> & Partial<Pick<ReceivableRow, 'currency'>>;
  readonly today: string;
  readonly canMail: boolean;
  readonly onClose: () => void;
}

/** A statement of account of some days, as a file or by mail. */
export const StatementDialog = ({ row, today, canMail, onClose }: StatementDialogProps) => {
  const { customerId: id, businessName, currency } = row;
  const { id: orgId } = useOrganization();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const [from, setFrom] = useState(`${today.slice(0, 4)}-01-01`);
  const [until, setUntil] = useState(today);
  const [to, setTo] = useState(row.recipients[0] ?? '');
  const take = async (format: 'pdf' | 'csv') => {
    try {
      const { content, name } = await callFile(routes.accountStatements.document, {
        params: { id },
        query: { from, to: until, currency, format },
      });
      download(content, name);
      onClose();
    } catch (error) {
      notices.failure(t('Failed to download'), error);
    }
  };
  const mail = async () => {
    try {
      await change((ask) => ask(routes.accountStatements.mail, { params: { orgId }, body: { customerId: id, to, from, until, currency } }));
      notices.success(t('Statement emailed'), to);
      onClose();
    } catch (error) {
      notices.failure(t('The statement was not emailed'), error);
    }
  };
  return (
    <Dialog
      title={t('Statement of account')}
      onClose={onClose}
      onSubmit={() => void take('pdf')}
      footer={
        <>
          {canMail && (
            <Button icon={MailIcon} disabled={to.trim() === ''} busyText={isBusy && t('Sending...')} onClick={() => void mail()}>
              {t('Email')}
            </Button>
          )}
          <Button onClick={() => void take('csv')}>{t('CSV')}</Button>
          <Button type="submit" variant="primary" icon={DownloadIcon}>
            {t('PDF')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{businessName}</p>
        <div className="desk-dates">
          <Field label={t('From')}>
            {(control) => <TextInput {...control} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />}
          </Field>
          <Field label={t('Until')}>
            {(control) => <TextInput {...control} type="date" value={until} onChange={({ target }) => setUntil(target.value)} />}
          </Field>
        </div>
        {canMail && (
          <Field label={t('Email address')}>
            {(control) => <TextInput {...control} type="email" value={to} onChange={({ target }) => setTo(target.value)} />}
          </Field>
        )}
      </DialogBody>
    </Dialog>
  );
};
