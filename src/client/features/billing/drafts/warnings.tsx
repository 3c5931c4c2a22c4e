import { Link } from 'wouter';
import type { BillWarning } from '#shared/billing/schemas/bill.ts';
import { BASIS_WORD } from '#client/features/billing/bills/bill-words.ts';
import { useBillNames } from '#client/features/billing/bills/use-bill-names.ts';
import { plural, t } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { AttentionIcon } from '#client/ui/icons.tsx';

/** Nothing is lost of what is billed once (see `BilledOnce`), nor of a price with tax in it (see `LawCard`). */
type Loss = BillWarning & { readonly kind: Exclude<BillWarning['kind'], 'billedOnce' | 'taxInPrice'> };
const isLoss = (warning: BillWarning): warning is Loss => warning.kind !== 'billedOnce' && warning.kind !== 'taxInPrice';

/** Warnings of one kind about one thing: forty entries without a rate are one thing to do. */
interface WarningGroup {
  readonly first: Loss;
  readonly count: number;
}

const inGroups = (warnings: readonly BillWarning[]): WarningGroup[] => {
  const groups = new Map<string, WarningGroup>();
  for (const first of warnings.filter(isLoss)) {
    const { kind, jobId, serviceTypeId, equipmentId, rateId, basis } = first;
    // A rate fixes all jobs; what is missing in entries is fixed in their job.
    const key = [kind, kind === 'noRate' ? null : jobId, serviceTypeId, equipmentId, rateId, basis].join(' ');
    const before = groups.get(key);
    groups.set(key, { first: before?.first ?? first, count: (before?.count ?? 0) + 1 });
  }
  return [...groups.values()];
};

const textOf = ({ first, count }: WarningGroup, names: ReturnType<typeof useBillNames>): string => {
  const { kind, serviceTypeId, equipmentId, basis } = first;
  const entries = plural(count, '{count} entry', '{count} entries');
  const service = names.service(serviceTypeId);
  switch (kind) {
    case 'noRate':
      return equipmentId === null
        ? t('{entries} of {service}: no rate applies, so it is not on the bill.', { entries, service })
        : t('{entries} of {service} with {machine}: no rate applies to that machine, so it is not on the bill.', {
            entries,
            service,
            machine: names.machine(equipmentId),
          });
    case 'noQuantity':
      return t('{entries} of {service}: the quantity for the price is missing ({basis}).', {
        entries,
        service,
        basis: t(BASIS_WORD[basis ?? 'field']),
      });
    case 'unusableQuantity':
      return t('{entries} of {service}: a quantity is below zero or far too large and is not billed ({basis}).', {
        entries,
        service,
        basis: t(BASIS_WORD[basis ?? 'field']),
      });
    case 'discountTooLarge':
      return t('A discount is larger than the bill. It only reduces the bill to zero.');
  }
};

/** What would be lost, one sentence for each thing. */
export const useLossWords = (warnings: readonly BillWarning[]): string[] => {
  const names = useBillNames();
  return inGroups(warnings).map((group) => textOf(group, names));
};

/** Where to go to fix it. */
const wayOf = ({ kind, jobId, serviceTypeId }: BillWarning): { readonly to: string; readonly label: string } | null => {
  if (kind === 'noRate') {
    return { to: `/organization/billing?tab=rates&service=${serviceTypeId ?? ''}`, label: t('Set a rate') };
  }
  return jobId === null ? null : { to: `/jobs/${jobId}/entries`, label: t('Open the entries') };
};

interface WarningsProps {
  readonly warnings: readonly BillWarning[];
  /** For a record: it is too late to fix it there. */
  readonly isPast?: boolean;
}

/** What would be lost, and what to do about it; renders nothing if all is well. */
export const Warnings = ({ warnings, isPast = false }: WarningsProps) => {
  const names = useBillNames();
  const groups = inGroups(warnings);
  if (groups.length === 0) {
    return null;
  }
  return (
    <Card>
      <CardHead
        title={
          isPast ? t('What was not billed') : plural(groups.length, '{count} item would not be billed', '{count} items would not be billed')
        }
      />
      <ul>
        {groups.map((group) => {
          const way = isPast ? null : wayOf(group.first);
          return (
            <li
              key={JSON.stringify(group.first)}
              className="flex flex-wrap items-center gap-x-3 border-b border-line px-4.5 py-2 last:border-b-0"
            >
              <span className="flex min-w-0 flex-[1_1_16rem] items-start gap-2.5 py-1.5">
                <AttentionIcon className="mt-0.5 size-5 shrink-0 text-straw-fg" aria-hidden="true" />
                {textOf(group, names)}
              </span>
              {way && (
                <Link href={way.to} className="inline-flex min-h-11 items-center font-[620] text-act max-sm:pl-7.5">
                  {way.label}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
};
