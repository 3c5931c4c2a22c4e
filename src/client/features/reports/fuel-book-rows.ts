import type { FuelBook, FuelBookLine } from '#shared/domain/report.ts';
import type { EntryUnits } from '#shared/domain/units.ts';
import { exactSum } from '#shared/lib/exact-sum.ts';
import { csvLine } from '#shared/lib/csv.ts';
import { csvFile, download } from '#client/lib/download.ts';
import { formatMonth } from '#client/lib/formats.ts';
import { t, wordsOf } from '#client/lib/texts.ts';

type Volumes = FuelBook['totals'];

/** A customer, or a month of one. */
export interface FuelRow {
  readonly key: string;
  readonly label: string;
  readonly customerId: number;
  readonly sums: Volumes;
}

const addOf = (lines: readonly FuelBookLine[]): Volumes => {
  const sum = (name: 'ownFuel' | 'suppliedFuel') =>
    lines.some((line) => line[name] === null) ? null : exactSum(lines.map((line) => line[name] ?? 0));
  return {
    entryCount: lines.reduce((all, { entryCount }) => all + entryCount, 0),
    fuel: exactSum(lines.map(({ fuel }) => fuel)),
    ownFuel: sum('ownFuel'),
    suppliedFuel: sum('suppliedFuel'),
  };
};

/** For a single customer the months, otherwise the customers with most fuel first. */
export const fuelRowsOf = ({ lines }: FuelBook, customerId: number | undefined): FuelRow[] => {
  if (customerId !== undefined) {
    return lines.map((line) => ({ key: line.month, label: formatMonth(line.month), customerId, sums: line }));
  }
  return [...new Set(lines.map((line) => line.customerId))]
    .map((id) => {
      const own = lines.filter((line) => line.customerId === id);
      return { key: String(id), label: own[0]?.customerName ?? '', customerId: id, sums: addOf(own) };
    })
    .toSorted((left, right) => right.sums.fuel - left.sums.fuel);
};

/** The volumes to show: the parts only if the server sends whose fuel it was. */
export const fuelColumnsOf = ({ totals, lines }: FuelBook, units: EntryUnits) => {
  const unit = wordsOf(units.fuel);
  const head = (words: string) => `${words} (${unit})`;
  const isParted = totals.ownFuel !== null || lines.some(({ ownFuel }) => ownFuel !== null);
  return [
    { head: head(t('Fuel')), valueOf: (sums: Volumes) => sums.fuel as number | null },
    ...(isParted
      ? [
          { head: head(t('Own fuel')), valueOf: (sums: Volumes) => sums.ownFuel },
          { head: head(t('Supplied by customer')), valueOf: (sums: Volumes) => sums.suppliedFuel },
        ]
      : []),
    { head: t('Entries'), valueOf: (sums: Volumes) => sums.entryCount as number | null },
  ];
};

/** The whole book as lines of CSV: each customer and month, the total last. */
export const fuelLines = (book: FuelBook, units: EntryUnits): string[] => {
  const columns = fuelColumnsOf(book, units);
  return [
    csvLine([t('Customer'), t('Month'), ...columns.map(({ head }) => head)]),
    ...book.lines.map((line) => csvLine([line.customerName, line.month.slice(0, 7), ...columns.map(({ valueOf }) => valueOf(line))])),
    csvLine([t('Total'), '', ...columns.map(({ valueOf }) => valueOf(book.totals))]),
  ];
};

/** Saves the book as a file. Needs no network. */
export const saveFuelBook = (book: FuelBook, units: EntryUnits): void => {
  const span = [book.from, book.to].filter((date) => date !== null);
  download(csvFile(fuelLines(book, units)), `${['headland-fuel-book', ...span].join('-')}.csv`);
};
