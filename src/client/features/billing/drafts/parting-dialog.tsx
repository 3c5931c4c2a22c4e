import { issuesOf } from '#shared/messages/issues.ts';
import type { SaidMessage } from '#shared/messages/message.ts';
import { useState } from 'react';
import { type Partable, whyNoParting } from '#shared/billing/partings.ts';
import { type Parting, parting } from '#shared/billing/schemas/bill.ts';
import { decimal, sum } from '#shared/lib/decimal.ts';
import { compare, minus } from '#shared/lib/decimal-math.ts';
import { textOf } from '#shared/lib/decimal-text.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { measuredWords } from './billed-once.tsx';
import { useBillNames } from '#client/features/billing/bills/use-bill-names.ts';
import { formatDecimal } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { say } from '#client/lib/messages.ts';
import { t } from '#client/lib/texts.ts';
import { FormDialog } from '#client/ui/dialog.tsx';
import { decimalOf } from '#client/lib/typed-number.ts';
import { FieldError } from '#client/ui/field.tsx';
import { NumberField } from '#client/ui/number-field.tsx';

interface PartingDialogProps {
  readonly number: Partable;
  /** The present split; null: none yet. */
  readonly value: Parting | null;
  readonly isBusy: boolean;
  /** Saves and returns whether that worked; the dialog stays open otherwise. */
  readonly onSave: (made: Parting) => Promise<boolean>;
  readonly onClose: () => void;
}

const PART = /^\d{1,7}(\.\d{1,17})?$/;

/** A machine's part; empty input is zero. Invalid input is left for the contract to refuse. */
const partOf = (held: string): string => (held === '' ? '0' : (decimalOf(held) ?? held));

/** How much is not assigned to any machine yet; null while something is not a number. */
const restOf = (quantity: string, parts: readonly string[]): string | null => {
  const given = parts.map(partOf);
  return given.every((text) => PART.test(text)) ? textOf(minus(decimal(quantity), sum(given.map(decimal)))) : null;
};

const restWords = (rest: string | null): string =>
  rest === null || compare(decimal(rest), decimal('0')) === 0
    ? ''
    : rest.startsWith('-')
      ? t('{rest} too much', { rest: formatDecimal(rest.slice(1)) })
      : t('{rest} left', { rest: formatDecimal(rest) });

/** Splits a number of an entry among its machines. */
export const PartingDialog = ({ number, value, isBusy, onSave, onClose }: PartingDialogProps) => {
  const names = useBillNames();
  const units = useUnits();
  const { entryId, column, fieldId, quantity, equipmentIds } = number;
  const [parts, setParts] = useState(() =>
    equipmentIds.map((id) => {
      const share = value?.shares.find(({ equipmentId }) => equipmentId === id);
      return share?.quantity ?? '';
    }),
  );
  const [error, setError] = useState<SaidMessage>();
  const submit = async () => {
    const shares = equipmentIds.map((equipmentId, place) => ({ equipmentId, quantity: partOf(parts[place] ?? '') }));
    const made = parting.safeParse({ entryId, column, fieldId, shares });
    const reason = made.success ? whyNoParting(made.data, number) : issuesOf(made.error.issues)[0];
    setError(reason);
    if (made.success && reason === undefined && (await onSave(made.data))) {
      onClose();
    }
  };
  return (
    <FormDialog
      title={t('Split by machine')}
      submitLabel={t('Save')}
      busyText={isBusy && t('Saving...')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {t('{measured} on {date}: how much by each machine?', { measured: measuredWords(number, units), date: formatDate(number.date) })}
      </p>
      {equipmentIds.map((id, place) => (
        <NumberField key={id} label={names.machine(id)} value={parts[place] ?? ''} onChange={(held) => setParts(parts.with(place, held))} />
      ))}
      <p role="status" className="min-h-5 text-sm text-ink2 tabular-nums">
        {restWords(restOf(quantity, parts))}
      </p>
      {error !== undefined && <FieldError>{say(error)}</FieldError>}
    </FormDialog>
  );
};
