import { useState } from 'react';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import { totalsOf } from '#shared/billing/tax-sums.ts';
import { routes } from '#shared/routes.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Field, TextInput } from '#client/ui/field.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { useCorrection } from './use-correction.ts';

interface DepositDialogProps {
  readonly jobIds: readonly number[];
  /** How lines without a tax of their own are taxed for this customer. */
  readonly tax: { readonly taxPercent: string; readonly taxIncluded: boolean };
  readonly onClose: () => void;
}

/** Bills a deposit for jobs before they are done; their bill deducts it. */
export const DepositDialog = ({ jobIds, tax, onClose }: DepositDialogProps) => {
  const { id: orgId, currency } = useOrganization();
  const { make, isBusy } = useCorrection();
  const [label, setLabel] = useState(t('Deposit'));
  const [amount, setAmount] = useState('');
  const [isTried, setTried] = useState(false);
  const cents = centsOfText(amount);
  const isAmount = cents > 0;
  const { grossCents } = isAmount ? totalsOf([{ ...tax, cents }], smallestCents(currency)) : { grossCents: 0 };
  const submit = async () => {
    setTried(true);
    if (!isAmount || label.trim() === '') {
      return;
    }
    const line = { label: label.trim(), jobId: null, quantity: '1', unit: null, price: textOfCents(cents), ...tax };
    const body = { jobIds: [...jobIds], lines: [line], grossCents };
    const words = { done: t('Deposit billed'), failed: t('The deposit was not billed') };
    if (await make((ask) => ask(routes.corrections.deposit, { params: { orgId }, body }), words)) {
      onClose();
    }
  };
  return (
    <Dialog
      title={t('Bill a deposit')}
      size="small"
      onClose={() => !isBusy && onClose()}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => !isBusy && onClose()}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busyText={isBusy && t('Saving...')}>
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
        <p className="text-lg font-bold tabular-nums" role="status">
          {t('Total with tax: {amount}', { amount: formatMoney(grossCents, currency) })}
        </p>
      </DialogBody>
    </Dialog>
  );
};
