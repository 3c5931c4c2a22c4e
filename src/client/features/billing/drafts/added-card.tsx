import { useState } from 'react';
import type { Bill, BillDiscount, ManualLine } from '#shared/billing/schemas/bill.ts';
import type { BillDraft } from '#shared/billing/schemas/billing-record.ts';
import { deleteAction, editAction, type RecordAction } from '#client/components/record-actions.tsx';
import { AddedRow as Row } from './added-row.tsx';
import { PartingRows } from './parting-rows.tsx';
import { DiscountDialog, ManualLineDialog, NotesDialog } from './added-dialogs.tsx';
import { formatDecimal, formatMoney, formatPercent, formatPrice } from '#client/lib/format-amounts.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { EditIcon, PlusIcon } from '#client/ui/icons.tsx';

/** What people add to a bill. A copy that this device kept of an older answer has no splits. */
export type Added = Pick<BillDraft, 'lines' | 'discounts' | 'notes'> & Partial<Pick<BillDraft, 'partings'>>;

interface AddedCardProps {
  readonly added: Added;
  readonly bill: Bill;
  readonly jobs: readonly { readonly id: number; readonly name: string }[];
  readonly isOffline: boolean;
  readonly isBusy: boolean;
  /** Saves the change and returns whether that worked. */
  readonly onSave: (change: Partial<Added>) => Promise<boolean>;
}

type Open = { readonly what: 'line' | 'discount'; readonly index: number | null } | { readonly what: 'notes' };

/** The list with one of its members replaced, or with a new one at its end. */
const put = <T,>(list: readonly T[], index: number | null, value: T): T[] => (index === null ? [...list, value] : list.with(index, value));

const lineWords = ({ quantity, unit, price }: ManualLine, currency: string): string =>
  `${[formatDecimal(quantity), unit].filter(Boolean).join(' ')} × ${formatPrice(price, currency)}`;

const discountWords = ({ percent, cents }: BillDiscount, currency: string): string =>
  percent === null ? formatMoney(0 - (cents ?? 0), currency) : formatPercent(0 - Number(percent));

/** Manual lines, discounts and notes, each edited in a dialog. */
export const AddedCard = ({ added, bill, jobs, isOffline, isBusy, onSave }: AddedCardProps) => {
  const { lines, discounts, partings = [], notes } = added;
  const { currency } = bill;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const reason = isOffline ? t('This needs a connection.') : undefined;
  const actions = (what: 'line' | 'discount', index: number): RecordAction[] => [
    editAction(() => setOpen({ what, index }), reason),
    deleteAction(
      () => void onSave(what === 'line' ? { lines: lines.toSpliced(index, 1) } : { discounts: discounts.toSpliced(index, 1) }),
      reason,
    ),
  ];
  return (
    <Card>
      <CardHead title={t('Extra lines and discounts')} />
      <ul>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Their places are what tells them apart.
          <Row key={index} title={line.label} detail={lineWords(line, currency)} actions={actions('line', index)} />
        ))}
        {discounts.map((discount, index) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- Their places are what tells them apart.
            key={index}
            title={discount.label === '' ? t('Discount') : discount.label}
            detail={discountWords(discount, currency)}
            actions={actions('discount', index)}
          />
        ))}
        <PartingRows partings={partings} bill={bill} isOffline={isOffline} isBusy={isBusy} onSave={(made) => onSave({ partings: made })} />
        {notes !== null && <li className="border-b border-line px-4.5 py-3 whitespace-pre-line last:border-b-0">{notes}</li>}
      </ul>
      <div className="flex flex-wrap gap-2.5 p-3.5 [ul:not(:empty)+&]:border-t [ul:not(:empty)+&]:border-line">
        <Button size="small" icon={PlusIcon} disabled={isOffline} onClick={() => setOpen({ what: 'line', index: null })}>
          {t('Add line')}
        </Button>
        <Button size="small" icon={PlusIcon} disabled={isOffline} onClick={() => setOpen({ what: 'discount', index: null })}>
          {t('Add discount')}
        </Button>
        <Button size="small" icon={EditIcon} disabled={isOffline} onClick={() => setOpen({ what: 'notes' })}>
          {t('Notes')}
        </Button>
      </div>
      {open?.what === 'line' && (
        <ManualLineDialog
          value={open.index === null ? null : (lines[open.index] ?? null)}
          jobs={jobs}
          isBusy={isBusy}
          onSave={(line) => onSave({ lines: put(lines, open.index, line) })}
          onClose={close}
        />
      )}
      {open?.what === 'discount' && (
        <DiscountDialog
          value={open.index === null ? null : (discounts[open.index] ?? null)}
          isBusy={isBusy}
          onSave={(discount) => onSave({ discounts: put(discounts, open.index, discount) })}
          onClose={close}
        />
      )}
      {open?.what === 'notes' && <NotesDialog value={notes} isBusy={isBusy} onSave={(text) => onSave({ notes: text })} onClose={close} />}
    </Card>
  );
};
