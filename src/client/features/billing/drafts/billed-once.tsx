import { useState } from 'react';
import type { Partable } from '#shared/billing/partings.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import type { BillWarning, MeasuredOnce } from '#shared/billing/schemas/bill.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { quantityWords, sourceWords } from '#client/features/billing/bills/bill-words.ts';
import { useBillNames } from '#client/features/billing/bills/use-bill-names.ts';
import { formatDecimal } from '#client/lib/format-amounts.ts';
import { formatDate } from '#client/lib/formats.ts';
import { listWords } from '#client/lib/lists.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { ReceiptIcon } from '#client/ui/icons.tsx';

/** What of one entry is billed once: its warnings together, one for each machine that is left out. */
export interface OnceOfEntry {
  readonly entryId: number;
  readonly serviceTypeId: number | null;
  /** Null for a flat amount, which cannot be split. */
  readonly measure: MeasuredOnce | null;
  readonly leftOut: readonly number[];
}

/** The warnings of that kind, by entry and by what was measured. */
export const onceByEntry = (warnings: readonly BillWarning[]): OnceOfEntry[] => {
  const found = new Map<string, OnceOfEntry>();
  for (const { kind, entryId, serviceTypeId, equipmentId, measure = null } of warnings) {
    if (kind === 'billedOnce' && entryId !== null) {
      const key = [entryId, measure?.column, measure?.fieldId, measure === null ? equipmentId : ''].join(' ');
      const leftOut = [...(found.get(key)?.leftOut ?? []), ...(equipmentId === null ? [] : [equipmentId])];
      found.set(key, { entryId, serviceTypeId, measure, leftOut });
    }
  }
  return [...found.values()];
};

const BASIS = { fuel: 'fuel', loads: 'load' } as const;

/** '20 Acres', '100 gal'. */
export const measuredWords = (
  { quantity, source, column }: Pick<MeasuredOnce, 'quantity' | 'source' | 'column'>,
  units: EntryUnits,
): string =>
  column === null
    ? `${formatDecimal(quantity)} ${sourceWords(source)}`
    : quantityWords({ quantity, basis: BASIS[column], unit: null }, units);

const wordsOf = ({ serviceTypeId, measure, leftOut }: OnceOfEntry, names: ReturnType<typeof useBillNames>, units: EntryUnits): string => {
  const service = names.service(serviceTypeId);
  const others = listWords(leftOut.map(names.machine));
  const first = measure?.equipmentIds[0];
  return measure === null || first === undefined
    ? t('{service}: a flat amount for {others} is already on the bill once. To charge it again, give it its own name in the rate.', {
        service,
        others,
      })
    : t('{service}, {date}: {measured} billed once, with {machine}. Not with {others}.', {
        service,
        date: formatDate(measure.date),
        measured: measuredWords(measure, units),
        machine: names.machine(first),
        others,
      });
};

/** How many are shown at first: a season with two machines on each entry has hundreds. */
const AT_FIRST = 5;

interface BilledOnceProps {
  readonly warnings: readonly BillWarning[];
  /** Splits the number by machine. */
  readonly onPart: (once: Partable) => void;
  readonly isOffline: boolean;
}

/**
 * What was measured once and several machines could charge for: which one bills it, which are left out, and how to split it
 * (docs/billing.md).
 */
export const BilledOnce = ({ warnings, onPart, isOffline }: BilledOnceProps) => {
  const names = useBillNames();
  const units = useUnits();
  const [isWhole, setWhole] = useState(false);
  const all = onceByEntry(warnings);
  if (all.length === 0) {
    return null;
  }
  return (
    <Card>
      <CardHead title={t('Billed once, not for each machine')} />
      <ul>
        {(isWhole ? all : all.slice(0, AT_FIRST)).map((once) => {
          const { measure, entryId } = once;
          return (
            <li
              key={JSON.stringify(once)}
              className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4.5 py-2 last:border-b-0"
            >
              <span className="flex min-w-0 flex-[1_1_16rem] items-start gap-2.5 py-1.5">
                <ReceiptIcon className="mt-0.5 size-5 shrink-0 text-sky-fg" aria-hidden="true" />
                <span className="wrap-anywhere">{wordsOf(once, names, units)}</span>
              </span>
              {measure && (
                <Button size="small" disabled={isOffline} onClick={() => onPart({ ...measure, entryId })}>
                  {t('Split by machine')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {!isWhole && all.length > AT_FIRST && (
        <div className="border-t border-line px-4.5 py-2">
          <Button size="small" onClick={() => setWhole(true)}>
            {t('Show all {count}', { count: String(all.length) })}
          </Button>
        </div>
      )}
    </Card>
  );
};
