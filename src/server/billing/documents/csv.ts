import type { BillingDocument } from '#shared/billing/document.ts';
import { netLines } from '#shared/billing/net-lines.ts';
import { calculationIn } from './line-texts.ts';
import { type CsvCell, numberText } from '#shared/lib/csv.ts';
import { amount, optional, csvText } from './csv-cells.ts';

const LINE_HEAD = [
  'number',
  'status',
  'issuedOn',
  'customer',
  'line',
  'kind',
  'text',
  'service',
  'machines',
  'from',
  'to',
  'quantity',
  'unit',
  'price',
  'amount',
  'netAmount',
  'taxPercent',
  'taxIncluded',
  'currency',
  // After all others, which keep their positions.
  'job',
  'calculation',
];

/** One row for each number of the work that has no amount. */
const unpricedRows = (document: BillingDocument): CsvCell[][] =>
  document.unpriced
    .flatMap(({ jobName, serviceName, quantities }) => quantities.map((each) => ({ jobName, serviceName, ...each })))
    .map(({ jobName, serviceName, label, quantity, unit }, place) => [
      document.number,
      document.status.kind,
      document.issuedOn,
      document.buyer.name,
      numberText(String(document.lines.length + place + 1)),
      'quantity',
      jobName === null ? label : `${jobName}, ${label}`,
      serviceName,
      null,
      null,
      null,
      numberText(quantity),
      unit === '' ? null : unit,
      null,
      null,
      null,
      null,
      null,
      document.currency,
      jobName,
      null,
    ]);

/** One row for each line of the bills, and for each number of the work that has no amount. */
export const toLinesCsv = (documents: readonly BillingDocument[]): string =>
  csvText([
    LINE_HEAD,
    ...documents.flatMap((document) => [
      ...netLines(document).map(({ line, netCents }, place): CsvCell[] => [
        document.number,
        document.status.kind,
        document.issuedOn,
        document.buyer.name,
        numberText(String(place + 1)),
        line.kind,
        line.text,
        line.serviceName,
        line.machineNames.join('; '),
        line.from,
        line.to,
        optional(line.quantity),
        line.unit ?? line.basis,
        optional(line.price),
        amount(line.cents),
        amount(netCents),
        numberText(line.taxPercent),
        String(line.taxIncluded),
        document.currency,
        line.jobName,
        calculationIn(document, line).join('. '),
      ]),
      ...unpricedRows(document),
    ]),
  ]);

const RECORD_HEAD = [
  'number',
  'status',
  'reverses',
  'reversedBy',
  'issuedOn',
  'dueOn',
  'from',
  'to',
  'customer',
  'jobs',
  'net',
  'tax',
  'gross',
  'currency',
  'notes',
];

/** One row for each billing record. */
export const toRecordsCsv = (documents: readonly BillingDocument[]): string =>
  csvText([
    RECORD_HEAD,
    ...documents.map(({ kind, status, preceding, ...document }): CsvCell[] => [
      document.number,
      status.kind,
      kind === 'reversal' ? (preceding?.number ?? null) : null,
      status.kind === 'void' ? status.reversedBy : null,
      document.issuedOn,
      document.dueOn,
      document.from,
      document.to,
      document.buyer.name,
      document.jobNames.join('; '),
      amount(document.netCents),
      amount(document.taxCents),
      amount(document.grossCents),
      document.currency,
      document.notes,
    ]),
  ]);
