import type { BilledEntry } from '#shared/billing/schemas/billing-record.ts';
import { useUnits } from '#client/data/organization-context.tsx';
import { formatDate, formatDay, formatNumber } from '#client/lib/formats.ts';
import { plural, t, withUnit, wordsOf } from '#client/lib/texts.ts';
import { Card, CardHead } from '#client/ui/card.tsx';
import { type Column, DataTable } from '#client/ui/table.tsx';

type NumberOf = (entry: BilledEntry) => number | null;

const cell = (value: number | null) => (value === null ? '' : formatNumber(value));

/** The entries as they were when they were billed: the source of every line. */
export const Annex = ({
  entries,
  jobNames,
}: {
  readonly entries: readonly BilledEntry[];
  readonly jobNames: ReadonlyMap<number, string>;
}) => {
  const units = useUnits();
  const numbers: readonly (readonly [head: string, unit: string, valueOf: NumberOf])[] = [
    [t('Hours'), units.totalHours, ({ totalHours }) => totalHours],
    [t('Billable Hours'), units.billableHours, ({ billableHours }) => billableHours],
    [`${t('Fuel')} (${wordsOf(units.fuel)})`, units.fuel, ({ fuel }) => fuel],
    [t('Loads'), units.loads, ({ loads }) => loads],
  ];
  const shown = numbers.filter(([, , valueOf]) => entries.some((entry) => valueOf(entry) !== null));
  const own = (entry: BilledEntry): string =>
    Object.entries(entry.customFieldValues)
      .flatMap(([name, value]) => (typeof value === 'number' ? [`${name}: ${formatNumber(value)}`] : []))
      .join(', ');
  const hasOwn = entries.some((entry) => own(entry) !== '');
  const jobOf = ({ jobId }: BilledEntry): string => (jobNames.size > 1 ? (jobNames.get(jobId) ?? '') : '');
  const names = (entry: BilledEntry): string => [...entry.equipmentNames, ...entry.operatorNames].join(', ');
  const columns: Column<BilledEntry>[] = [
    { head: t('Date'), cell: ({ date }) => <span className="whitespace-nowrap tabular-nums">{formatDate(date)}</span> },
    ...(jobNames.size > 1 ? [{ head: t('Job'), cell: jobOf }] : []),
    { head: t('Service'), cell: ({ serviceTypeName }) => serviceTypeName },
    { head: t('Equipment'), cell: ({ equipmentNames }) => equipmentNames.join(', ') },
    { head: t('Operator(s)'), cell: ({ operatorNames }) => operatorNames.join(', ') },
    ...shown.map(([head, , valueOf]) => ({ head, isNumber: true, cell: (entry: BilledEntry) => cell(valueOf(entry)) })),
    ...(hasOwn ? [{ head: t('More'), cell: own }] : []),
  ];
  return (
    <Card>
      <CardHead title={t('Work done')}>
        <span className="pr-2 text-sm text-ink2">{plural(entries.length, '{count} entry', '{count} entries')}</span>
      </CardHead>
      <DataTable
        label={t('Work done')}
        rows={entries}
        keyOf={({ id }) => id}
        columns={columns}
        columnsFrom="lg"
        card={(entry) => ({
          small: jobOf(entry),
          title: (
            <>
              {formatDay(entry.date)} <span className="font-normal">{entry.serviceTypeName}</span>
            </>
          ),
          meta: (
            <>
              {names(entry) !== '' && <span>{names(entry)}</span>}
              {shown.map(([head, unit, valueOf]) => {
                const value = valueOf(entry);
                return value === null ? null : <span key={head}>{withUnit(value, unit)}</span>;
              })}
              {own(entry) !== '' && <span>{own(entry)}</span>}
            </>
          ),
        })}
      />
    </Card>
  );
};
