import { useState } from 'react';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import type { JobBill } from '#shared/billing/schemas/billing-record.ts';
import { PAYMENT_DAYS } from '#shared/billing/schemas/payment-status.ts';
import { totalsOf } from '#shared/billing/tax-sums.ts';
import { addDays } from '#shared/lib/dates.ts';
import { routes } from '#shared/routes.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { PaperButton } from '#client/features/billing/bills/preview-button.tsx';
import type { ShowPaper } from '#client/features/billing/bills/use-paper.ts';
import { useBillDate } from '#client/features/billing/drafts/use-bill-date.ts';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';
import { useIsOffline } from '#client/features/billing/money-only.tsx';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';
import { ReceiptIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { IssueFacts } from './issue-facts.tsx';
import { useCorrection } from './use-correction.ts';

/** What the bill of the jobs, as it would be issued now, says of their customer. */
export type DepositedBill = Pick<JobBill, 'customer' | 'creditCents' | 'paymentDays'>;

interface DepositDialogProps {
  readonly jobIds: readonly number[];
  readonly computed: DepositedBill;
  /** How lines without a tax of their own are taxed for this customer. */
  readonly tax: { readonly taxPercent: string; readonly taxIncluded: boolean };
  readonly onClose: () => void;
}

/** Bills a deposit for jobs before they are done; their bill deducts it. It asks for what it says, and says what will be issued. */
export const DepositDialog = ({ jobIds, computed, tax, onClose }: DepositDialogProps) => {
  const { id: orgId, currency } = useOrganization();
  const { make, isBusy } = useCorrection();
  const [label, setLabel] = useState(t('Deposit'));
  const [amount, setAmount] = useState('');
  const [isTried, setTried] = useState(false);
  const cents = centsOfText(amount);
  const isAmount = cents > 0;
  const { grossCents } = isAmount ? totalsOf([{ ...tax, cents }], smallestCents(currency)) : { grossCents: 0 };
  const isOffline = useIsOffline();
  const date = useBillDate();
  const { customer, creditCents, paymentDays = PAYMENT_DAYS } = computed;
  const credit = Math.min(creditCents, grossCents);
  const isWhole = isAmount && label.trim() !== '';
  const isReady = isWhole && date.next !== undefined && date.problem === undefined;
  const lines = [{ label: label.trim(), jobId: null, quantity: '1', unit: null, price: textOfCents(cents), ...tax }];
  const submit = async () => {
    setTried(true);
    if (!isReady) {
      return;
    }
    const body = { jobIds: [...jobIds], lines, grossCents, issuedOn: date.day };
    const words = { done: t('Deposit billed'), failed: t('The deposit was not billed') };
    if (await make((ask) => ask(routes.corrections.deposit, { params: { orgId }, body }), words)) {
      onClose();
    }
  };
  const preview = (show: ShowPaper) => {
    setTried(true);
    const query = { jobIds: jobIds.join(','), lines: JSON.stringify(lines), issuedOn: date.day };
    return isReady ? show(routes.billPreviews.ofDeposit, { params: { orgId }, query }) : undefined;
  };
  return (
    <Dialog
      title={t('Bill a deposit')}
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
            disabled={isOffline || date.next === undefined || customer === null}
            busyText={isBusy && t('Saving...')}
          >
            {t('Issue bill')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{t('The deposit is a bill with its own number. The bill for the work deducts it.')}</p>
        <Field label={t('Description')} required error={isTried && label.trim() === '' ? t('Enter a description.') : undefined}>
          {(control) => <TextInput {...control} value={label} onChange={(event) => setLabel(event.target.value)} />}
        </Field>
        <NumberField
          label={tax.taxIncluded ? t('Amount with tax') : t('Amount before tax')}
          required
          error={isTried && !isAmount ? t('Enter an amount such as 120.00.') : undefined}
          value={amount}
          onChange={setAmount}
        />
        <IssueFacts
          date={date}
          dateLabel={t('Bill date')}
          isTried={isTried}
          recipientLabel={t('Billed to')}
          customer={customer}
          due={date.problem === undefined ? formatDate(addDays(date.day, paymentDays)) : null}
          total={t('Total with tax: {amount}', { amount: formatMoney(grossCents, currency) })}
        >
          {credit > 0 && (
            <Note tone="field" icon={ReceiptIcon}>
              {t('The customer has a credit of {credit}. It is applied when this bill is issued.', {
                credit: formatMoney(credit, currency),
              })}
            </Note>
          )}
        </IssueFacts>
      </DialogBody>
    </Dialog>
  );
};
