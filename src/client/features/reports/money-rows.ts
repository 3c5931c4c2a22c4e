import type { MoneyGrouping, MoneyOfCurrency, MoneyReport, MoneyTotals } from '#shared/domain/report.ts';
import { csvLine } from '#shared/lib/csv.ts';
import { csvFile, download } from '#client/lib/download.ts';
import { type PlainText, t } from '#client/lib/texts.ts';

export const MONEY_WORDS = {
  job: 'Job',
  customer: 'Customer',
  machine: 'Machine',
  service: 'Service',
  season: 'Season',
} as const satisfies Record<MoneyGrouping, PlainText>;

/** The amounts in the order in which they are shown. */
export const AMOUNTS = [
  ['revenueCents', 'Revenue'],
  ['operatorCents', 'Operator cost'],
  ['machineCents', 'Machine cost'],
  ['fuelCents', 'Fuel cost'],
  ['costCents', 'Cost'],
  ['marginCents', 'Margin'],
] as const satisfies readonly (readonly [keyof MoneyTotals, PlainText])[];

/** A job, customer and so on with its amounts. */
export interface MoneyRow {
  readonly key: string;
  readonly label: string;
  readonly sums: MoneyTotals;
}

/** The lines of one currency, those that earned most first; seasons the newest first. */
export const moneyRowsOf = ({ groups }: MoneyOfCurrency, by: MoneyGrouping): MoneyRow[] =>
  groups
    .map(({ id, name, ...sums }) => ({
      key: `${id ?? name ?? ''}`,
      label: by === 'season' && name !== null ? t('Season {season}', { season: name }) : (name ?? t('Not assigned')),
      sums,
    }))
    .toSorted((left, right) => (by === 'season' ? Number(right.key) - Number(left.key) : right.sums.revenueCents - left.sums.revenueCents));

const cells = (sums: MoneyTotals): (string | number)[] =>
  AMOUNTS.map(([name]) => {
    const cents = sums[name];
    return cents === null ? t('Unknown') : cents / 100;
  });

/** The tables as lines of CSV: amounts in whole units of the currency, the totals of each currency after its lines. */
export const moneyLines = ({ by, currencies }: MoneyReport): string[] => [
  csvLine([t(MONEY_WORDS[by]), t('Currency'), ...AMOUNTS.map(([, label]) => t(label)), t('Entries')]),
  ...currencies.flatMap((each) => [
    ...moneyRowsOf(each, by).map(({ label, sums }) => csvLine([label, each.currency, ...cells(sums), sums.entryCount])),
    csvLine([t('Total'), each.currency, ...cells(each.totals), each.totals.entryCount]),
  ]),
];

/** Saves what is shown as a file. Needs no network. */
export const saveMoney = (report: MoneyReport): void => {
  const span = [report.from, report.to].filter((date) => date !== null);
  download(csvFile(moneyLines(report)), `${['headland-money', report.by, ...span].join('-')}.csv`);
};
