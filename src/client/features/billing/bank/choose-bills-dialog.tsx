import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankLine } from '#shared/billing/schemas/bank-statement.ts';
import type { Receivables } from '#shared/billing/schemas/receivable.ts';
import { QueryView } from '#client/components/query-view.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { centsOfText, textOfCents } from '#client/features/billing/money-input.ts';
import { formatMoney } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { holdsText } from '#client/lib/holds-text.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { MoreRows } from '#client/ui/more-rows.tsx';
import { NumberField } from '#client/ui/number-field.tsx';
import { SearchBox } from '#client/ui/search-input.tsx';
import { Empty } from '#client/ui/states.tsx';
import { openBillsQuery } from './bank-calls.ts';
import { leftOf } from './bank-words.ts';
import type { BankPart } from './use-bank-acts.ts';

/** Bills that one payment may settle. */
const MOST_BILLS = 12;

interface Choice {
  readonly recordId: number;
  readonly label: string;
  readonly businessName: string;
  readonly dueOn: string;
  readonly openCents: number;
  /** Fee and interest that a letter claimed besides. */
  readonly chargeCents: number;
}

/** What of the amount is fee and interest: what is more than open, as far as a letter claimed it. */
const chargeOf = ({ openCents, chargeCents }: Choice, cents: number): number => Math.min(chargeCents, Math.max(0, cents - openCents)) || 0;

const partOf = (choice: Choice, cents: number): BankPart => {
  const chargeCents = chargeOf(choice, cents);
  return { recordId: choice.recordId, amountCents: cents - chargeCents, chargeCents, discountCents: 0 };
};

const choicesIn = ({ customers }: Receivables, currency: string): Choice[] =>
  customers
    .filter((customer) => customer.currency === currency)
    .flatMap(({ businessName, bills }) =>
      bills.map(({ id, label, dueOn, openCents, chargeCents }) => ({ recordId: id, label, businessName, dueOn, openCents, chargeCents })),
    );

interface ChosenProps {
  readonly choices: readonly Choice[];
  readonly amounts: ReadonlyMap<number, string>;
  readonly currency: string;
  readonly onToggle: (choice: Choice) => void;
  readonly onAmount: (recordId: number, amount: string) => void;
}

const BillList = ({ choices, amounts, currency, onToggle, onAmount }: ChosenProps) => (
  <MoreRows rows={choices}>
    {(shown) => (
      <ul aria-label={t('Open bills')} className="rounded-ctl border border-line">
        {shown.map((choice) => {
          const amount = amounts.get(choice.recordId);
          const name = `${choice.label}, ${choice.businessName}`;
          return (
            <li key={choice.recordId} className="border-b border-line px-3.5 py-1.5 last:border-b-0">
              <Checkbox
                checked={amount !== undefined}
                disabled={amount === undefined && amounts.size >= MOST_BILLS}
                onChange={() => onToggle(choice)}
                label={
                  <span className="flex flex-wrap items-baseline gap-x-3">
                    <b>{choice.label}</b> <span className="wrap-anywhere">{choice.businessName}</span>
                    <span className="text-sm text-ink2">{t('Due {date}', { date: formatDate(choice.dueOn) })}</span>
                    <span className="tabular-nums">{formatMoney(choice.openCents, currency)}</span>
                  </span>
                }
              />
              {amount !== undefined && (
                <div className="mb-2 ml-8 max-w-56">
                  <NumberField
                    label={t('Amount for {name}', { name })}
                    value={amount}
                    onChange={(next) => onAmount(choice.recordId, next)}
                  />
                  {chargeOf(choice, centsOfText(amount)) > 0 && (
                    <p className="text-sm text-ink2">
                      {t('Of it {amount} fee and interest', { amount: formatMoney(chargeOf(choice, centsOfText(amount)), currency) })}
                    </p>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    )}
  </MoreRows>
);

interface ChooseBillsProps {
  readonly line: BankLine;
  readonly isBusy: boolean;
  /** Resolves to whether it was booked. */
  readonly onBook: (parts: readonly BankPart[]) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Books a payment on bills that a person looks for. */
export const ChooseBillsDialog = ({ line, isBusy, onBook, onClose }: ChooseBillsProps) => {
  const { id: orgId } = useOrganization();
  const query = useQuery(openBillsQuery(orgId));
  const [search, setSearch] = useState('');
  const [amounts, setAmounts] = useState<ReadonlyMap<number, string>>(new Map());
  const { currency } = line;
  const all = query.data ? choicesIn(query.data, currency) : [];
  const chosen = all.flatMap((choice) => {
    const amount = amounts.get(choice.recordId);
    return amount === undefined ? [] : [partOf(choice, centsOfText(amount))];
  });
  const sum = chosen.reduce((cents, { amountCents, chargeCents }) => cents + amountCents + chargeCents, 0);
  const left = leftOf(line) - sum;
  const isReady = chosen.length > 0 && chosen.every(({ amountCents }) => amountCents > 0) && left >= 0;
  const toggle = ({ recordId, openCents, chargeCents }: Choice) => {
    const next = new Map(amounts);
    if (!next.delete(recordId)) {
      next.set(recordId, textOfCents(Math.max(0, Math.min(openCents + chargeCents, Number.isNaN(left) ? 0 : left))));
    }
    setAmounts(next);
  };
  const submit = async () => {
    if (isReady && (await onBook(chosen))) {
      onClose();
    }
  };
  return (
    <Dialog
      title={t('Book the payment on bills')}
      size="wide"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!isReady} busyText={isBusy && t('Saving...')}>
            {t('Book')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p className="wrap-anywhere">
          <b>{line.payerName ?? t('Unknown payer')}</b> {line.text}
        </p>
        <SearchBox placeholder={t('Customer, number or amount')} value={search} onChange={setSearch} />
        <p role="status" className={left < 0 ? 'font-[640] text-poppy-fg' : 'text-ink2'}>
          {left < 0
            ? t('{amount} more than came in', { amount: formatMoney(0 - left, currency) })
            : t('{left} of {amount} left', {
                left: formatMoney(Number.isNaN(left) ? leftOf(line) : left, currency),
                amount: formatMoney(leftOf(line), currency),
              })}
        </p>
        <QueryView query={query} loading={t('Loading...')}>
          {() => {
            const found = all.filter(
              ({ recordId, label, businessName, openCents }) =>
                amounts.has(recordId) || holdsText([label, businessName, textOfCents(openCents), formatMoney(openCents, currency)], search),
            );
            return found.length === 0 ? (
              <Empty title={t('No open bill found')} />
            ) : (
              <>
                <p className="text-sm text-ink2">{plural(found.length, '{count} open bill', '{count} open bills')}</p>
                <BillList
                  choices={found}
                  amounts={amounts}
                  currency={currency}
                  onToggle={toggle}
                  onAmount={(recordId, amount) => setAmounts(new Map(amounts).set(recordId, amount))}
                />
              </>
            );
          }}
        </QueryView>
      </DialogBody>
    </Dialog>
  );
};
