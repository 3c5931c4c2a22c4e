import { useState } from 'react';
import { routes } from '#shared/routes.ts';
import { ApiError, messageOf } from '#client/api/api-error.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { useToday } from '#client/data/today.ts';
import { useBillingChange } from '#client/features/billing/use-billing-change.ts';
import { textOfCents } from '#client/features/billing/money-input.ts';
import { formatMoney, formatPercent } from '#client/lib/format-amounts.ts';
import { formatDay } from '#client/lib/formats.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Checkbox, Field, TextInput } from '#client/ui/field.tsx';
import { ErrorIcon } from '#client/ui/icons.tsx';
import { Note } from '#client/ui/note.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { agreedFor, chargeIn, type PayableBill, type PaymentLine, paymentOf, restOf, usualLine } from './payment-parts.ts';

interface RecordPaymentDialogProps {
  readonly bills: readonly PayableBill[];
  /** Whose payment it is; left out where the page says it. */
  readonly payer?: string;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

interface PaymentRowProps {
  readonly bill: PayableBill;
  readonly line: PaymentLine;
  readonly paidOn: string;
  readonly isOnly: boolean;
  readonly error: string | undefined;
  readonly onChange: (line: PaymentLine) => void;
}

/** What the rest is called if it is taken off: the agreed discount, or a deduction that is accepted. */
const restWords = (bill: PayableBill, rest: number, paidOn: string): string => {
  const amount = formatMoney(rest, bill.currency);
  return rest <= agreedFor(bill, paidOn) && bill.discountPercent !== null && bill.discountUntil !== null
    ? t('Discount of {percent} until {date}: {amount}', {
        percent: formatPercent(Number(bill.discountPercent)),
        date: formatDay(bill.discountUntil),
        amount,
      })
    : t('Accept the deduction of {amount}: nothing stays open', { amount });
};

const PaymentRow = ({ bill, line, paidOn, isOnly, error, onChange }: PaymentRowProps) => {
  const rest = restOf(bill, line);
  const name = t('{bill}, {amount} open', { bill: bill.label, amount: formatMoney(bill.openCents, bill.currency) });
  return (
    <li className="grid gap-2 border-b border-line py-3 last:border-b-0">
      {isOnly ? (
        <p className="font-[640]">{name}</p>
      ) : (
        <Checkbox label={name} checked={line.isOn} onChange={({ target }) => onChange({ ...line, isOn: target.checked })} />
      )}
      {line.isOn && (
        <div className="grid gap-2">
          <NumberField label={t('Amount')} error={error} value={line.amount} onChange={(amount) => onChange({ ...line, amount })} />
          {bill.chargeCents > 0 && (
            <NumberField
              label={t('Of it fee and interest')}
              hint={t('The reminder asks for {amount}', { amount: formatMoney(bill.chargeCents, bill.currency) })}
              value={line.charge ?? textOfCents(chargeIn(bill, line))}
              onChange={(charge) => onChange({ ...line, charge })}
            />
          )}
          {rest > 0 && (
            <Checkbox
              label={restWords(bill, rest, paidOn)}
              checked={line.takesRest}
              onChange={({ target }) => onChange({ ...line, takesRest: target.checked })}
            />
          )}
        </div>
      )}
    </li>
  );
};

/** Notes one payment of one or several bills: in full, in part, with the agreed discount or another deduction. */
export const RecordPaymentDialog = ({ bills, payer, onDone, onClose }: RecordPaymentDialogProps) => {
  const { id: orgId } = useOrganization();
  const today = useToday();
  const { change, isBusy } = useBillingChange();
  const notices = useNotices();
  const [paidOn, setPaidOn] = useState(today);
  const [note, setNote] = useState('');
  const [lines, setLines] = useState<ReadonlyMap<number, PaymentLine>>(new Map());
  const [refused, setRefused] = useState<ApiError | null>(null);
  const lineOf = (bill: PayableBill): PaymentLine => lines.get(bill.id) ?? usualLine(bill, paidOn);
  const body = paymentOf(bills, lines, { paidOn, note });
  const errorOf = (id: number): string | undefined => {
    const index = body.parts.findIndex(({ recordId }) => recordId === id);
    return refused?.issues.find(({ path }) => path.startsWith(`parts.${index}.`))?.message;
  };
  const save = async () => {
    setRefused(null);
    try {
      await change((ask) => ask(routes.receivables.pay, { params: { orgId }, body }));
      notices.success(t('Success'), t('Payment saved'));
      onDone?.();
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.issues.length > 0) {
        setRefused(error);
      } else {
        notices.failure(t('The payment was not saved'), error);
      }
    }
  };
  const isHeld = refused !== null && !refused.issues.some(({ path }) => path.startsWith('parts.'));
  return (
    <Dialog
      title={t('Record payment')}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={body.parts.length === 0} busyText={isBusy && t('Saving...')}>
            {bills.length === 1
              ? t('Save payment')
              : plural(body.parts.length, 'Save payment of {count} bill', 'Save payment of {count} bills')}
          </Button>
        </>
      }
    >
      <DialogBody>
        {isHeld && (
          <Note tone="poppy" icon={ErrorIcon}>
            {messageOf(refused)}
          </Note>
        )}
        {payer && <p>{payer}</p>}
        <Field label={t('Paid on')} required>
          {(control) => (
            <TextInput {...control} type="date" required value={paidOn} onChange={({ target }) => setPaidOn(target.value || today)} />
          )}
        </Field>
        <ul aria-label={t('Bills')}>
          {bills.map((bill) => (
            <PaymentRow
              key={bill.id}
              bill={bill}
              line={lineOf(bill)}
              paidOn={paidOn}
              isOnly={bills.length === 1}
              error={errorOf(bill.id)}
              onChange={(line) => setLines((before) => new Map(before).set(bill.id, line))}
            />
          ))}
        </ul>
        <Field label={t('Note')}>
          {(control) => <TextInput {...control} maxLength={300} value={note} onChange={({ target }) => setNote(target.value)} />}
        </Field>
      </DialogBody>
    </Dialog>
  );
};
