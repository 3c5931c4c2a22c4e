import { useState } from 'react';
import { creditTotals } from '#shared/billing/credit-totals.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import type { BillLine } from '#shared/billing/schemas/bill.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { routes } from '#shared/routes.ts';
import { lineTitle } from '#client/features/billing/bills/bill-words.ts';
import { PaperButton } from '#client/features/billing/bills/preview-button.tsx';
import type { ShowPaper } from '#client/features/billing/bills/use-paper.ts';
import { useBillDate } from '#client/features/billing/drafts/use-bill-date.ts';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, Textarea } from '#client/ui/field.tsx';
import { ReceiptIcon } from '#client/ui/icons.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { IssueFacts } from './issue-facts.tsx';
import { useCorrection } from './use-correction.ts';

interface CreditDialogProps {
  readonly record: BillingRecord;
  readonly onClose: () => void;
}

/** A line and what of it is credited, in cents: not a number while that is no amount. */
interface Credited {
  readonly line: BillLine;
  readonly cents: number;
}

const problemOf = ({ line, cents }: Credited, currency: string): string | undefined => {
  if (Number.isNaN(cents)) {
    return t('Enter an amount such as 120.00.');
  }
  return cents > line.cents ? t('At most {amount}, as billed.', { amount: formatMoney(line.cents, currency) }) : undefined;
};

/** Credits amounts of a bill's lines by a credit note with a number of its own; the bill stays as it is. */
export const CreditDialog = ({ record, onClose }: CreditDialogProps) => {
  const { id, organizationId: orgId, currency } = record;
  const { make, isBusy } = useCorrection();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [notes, setNotes] = useState('');
  const [isTried, setTried] = useState(false);
  const lines = record.content.bill.lines.filter(({ kind, cents }) => kind !== 'discount' && cents > 0);
  const credited = lines.flatMap((line): Credited[] => {
    const text = texts[line.key] ?? '';
    return text.trim() === '' ? [] : [{ line, cents: centsOfText(text) }];
  });
  const isWhole = credited.length > 0 && credited.every((each) => each.cents > 0 && problemOf(each, currency) === undefined);
  const { grossCents } = isWhole
    ? creditTotals(
        { billed: record.content.bill.taxes, credited: record.creditedTaxes ?? [] },
        credited.map(({ line, cents }) => ({ ...line, cents })),
        smallestCents(currency),
      )
    : { grossCents: 0 };
  const isOffline = useIsOffline();
  const date = useBillDate({ range: 'correction', notBefore: record.issuedOn });
  const isReady = isWhole && date.next !== undefined && date.problem === undefined;
  const given = credited.map(({ line, cents }) => ({
    label: lineTitle(line),
    jobId: line.jobId,
    quantity: '1',
    unit: null,
    price: textOfCents(cents),
    taxPercent: line.taxPercent,
    taxIncluded: line.taxIncluded,
  }));
  const submit = async () => {
    setTried(true);
    if (!isReady) {
      return;
    }
    const body = { lines: given, grossCents, issuedOn: date.day, notes: notes.trim() === '' ? null : notes };
    const words = { done: t('Credit note issued'), failed: t('The credit note was not issued') };
    if (await make((ask) => ask(routes.corrections.credit, { params: { orgId, id }, body }), words)) {
      onClose();
    }
  };
  const preview = (show: ShowPaper) => {
    setTried(true);
    const query = { lines: JSON.stringify(given), issuedOn: date.day, reason: notes };
    return isReady ? show(routes.billPreviews.ofCredit, { params: { orgId, id }, query }) : undefined;
  };
  return (
    <Dialog
      title={t('Credit part of this bill')}
      onClose={() => !isBusy && onClose()}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => !isBusy && onClose()}>{t('Cancel')}</Button>
          <PaperButton onShow={preview} />
          <Button
            type="submit"
            variant="primary"
            icon={ReceiptIcon}
            disabled={isOffline || date.next === undefined}
            busyText={isBusy && t('Saving...')}
          >
            {t('Issue credit note')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{t('Enter what the customer gets back. The bill itself stays as it is; the credit note gets its own number.')}</p>
        {lines.map((line) => {
          const found = credited.find((each) => each.line.key === line.key);
          return (
            <NumberField
              key={line.key}
              label={t('{line}, billed {amount}', { line: lineTitle(line), amount: formatMoney(line.cents, currency) })}
              error={isTried && found ? problemOf(found, currency) : undefined}
              value={texts[line.key] ?? ''}
              onChange={(held) => setTexts({ ...texts, [line.key]: held })}
            />
          );
        })}
        <Field label={t('Reason for the credit')} hint={t('Printed on the credit note.')}>
          {(control) => <Textarea {...control} value={notes} onChange={(event) => setNotes(event.target.value)} />}
        </Field>
        <IssueFacts
          date={date}
          dateLabel={t('Date of the credit note')}
          isTried={isTried}
          recipientLabel={t('Customer')}
          customer={record.content.customer}
          due={null}
          total={
            isTried && credited.length === 0
              ? t('Enter at least one amount.')
              : t('Credit with tax: {amount}', { amount: formatMoney(grossCents, currency) })
          }
        />
      </DialogBody>
    </Dialog>
  );
};
