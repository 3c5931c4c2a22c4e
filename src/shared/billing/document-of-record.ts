import type {
  BillingDocument,
  DocumentEntry,
  DocumentLine,
  DocumentParty,
  DocumentQuantities,
  DocumentStatus,
} from '#shared/billing/document.ts';
import { rateMachineOf } from '#shared/billing/rate-machine.ts';
import { unpricedOf } from '#shared/billing/unpriced.ts';
import { countryOf, countryOfTaxNumber } from '#shared/billing/country-of.ts';
import type { BillLine } from '#shared/domain/bill.ts';
import type { BilledEntry, BillingHead, BillingRecord } from '#shared/domain/billing-record.ts';
import { isPictureName } from '#shared/domain/job-entry.ts';
import { UNITS, type UnitSystem } from '#shared/domain/units.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

/** How a record is called. */
export const recordName = ({ year, number }: Pick<BillingHead, 'year' | 'number'>): string => `${year}-${number}`;

/** What a document says besides its record. */
export interface DocumentScene {
  /** The record that this one takes back, or that took this one back. */
  readonly other: Pick<BillingHead, 'year' | 'number' | 'issuedOn'> | undefined;
  /** Of today, for records that do not say in what their entries were measured. */
  readonly units: UnitSystem;
  readonly language: LanguageId;
}

const QUANTITIES: Readonly<Record<LanguageId, Readonly<Record<keyof (typeof UNITS)['us'], string>>>> = {
  en: { totalHours: 'Hours', billableHours: 'Billable Hours', fuel: 'Fuel', loads: 'Loads' },
  de: { totalHours: 'Stunden', billableHours: 'Abrechenbare Stunden', fuel: 'Kraftstoff', loads: 'Fuhren' },
  es: { totalHours: 'Horas', billableHours: 'Horas facturables', fuel: 'Combustible', loads: 'Viajes' },
};

/** What stands behind the name of a number that is averaged. */
const AVERAGE: Readonly<Record<LanguageId, string>> = { en: 'average', de: 'Durchschnitt', es: 'promedio' };

/** The number as a person sees it, never as a power of ten. */
const decimalOf = (value: number): string => {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
};

const entryOf = (entry: BilledEntry, { units, language }: Pick<DocumentScene, 'units' | 'language'>): DocumentEntry => {
  const own = (['totalHours', 'billableHours', 'fuel', 'loads'] as const).flatMap((key) => {
    const value = entry[key];
    const unit = key === 'fuel' ? ` (${UNITS[units].fuel})` : '';
    return value === null ? [] : [{ label: `${QUANTITIES[language][key]}${unit}`, quantity: decimalOf(value) }];
  });
  const custom = Object.entries(entry.customFieldValues).flatMap(([label, value]) =>
    typeof value === 'number' ? [{ label, quantity: decimalOf(value) }] : [],
  );
  const { date, serviceTypeName: serviceName, equipmentNames: machineNames, operatorNames, notes } = entry;
  const photoNames = entry.photos.filter(isPictureName);
  return { date, serviceName, machineNames, operatorNames, quantities: [...own, ...custom], notes, photoNames };
};

// `-0` would not be the same number when it is read again.
const opposite = (cents: number): number => 0 - cents;
const oppositeText = (text: string): string => (text.startsWith('-') ? text.slice(1) : /[1-9]/.test(text) ? `-${text}` : text);

/** Work without an amount; of a reversal with the opposite quantities, as its lines have them. */
const unpricedIn = ({ content, kind }: BillingRecord, { language }: DocumentScene): DocumentQuantities[] => {
  const names = new Map(content.jobs.map(({ id, name }) => [id, name]));
  const labels: Readonly<Record<string, string>> = QUANTITIES[language];
  return unpricedOf(content).map(({ jobId, serviceTypeName: serviceName, entryCount, totals }) => ({
    jobName: names.size > 1 ? (names.get(jobId) ?? null) : null,
    serviceName,
    entryCount,
    // A reversal takes back what was counted; an average stays what it was.
    quantities: totals.map(({ key, label, unit, total, summary }) => ({
      label: summary === 'average' ? `${label} (${AVERAGE[language]})` : (labels[key] ?? label),
      quantity: kind === 'reversal' && summary !== 'average' ? oppositeText(decimalOf(total)) : decimalOf(total),
      unit,
    })),
  }));
};

/**
 * Machines that a line is about. One of a machine's own rate names that machine; a record from before its name was kept does so where the
 * entries leave no doubt which it is.
 */
const machinesOf = (line: BillLine, entries: readonly BilledEntry[]): string[] => {
  const { explanation } = line;
  const machine = rateMachineOf(line);
  if (machine !== null) {
    return [machine];
  }
  const all = [...new Set(entries.flatMap(({ equipmentNames }) => equipmentNames))];
  if (!('rate' in explanation) || explanation.rate.scope.equipmentId === null) {
    return all;
  }
  const shared = all.filter((name) => entries.every(({ equipmentNames }) => equipmentNames.includes(name)));
  return shared.length === 1 ? shared : [];
};

const lineOf = (line: BillLine, record: BillingRecord): DocumentLine => {
  const ids = new Set(line.entryIds);
  const entries = record.content.entries.filter(({ id }) => ids.has(id));
  const { kind, label: text, from, to, basis, unit, price, taxPercent, taxIncluded } = line;
  const isReversal = record.kind === 'reversal';
  return {
    kind,
    text,
    from,
    to,
    basis,
    unit,
    price,
    taxPercent,
    taxIncluded,
    serviceName: line.serviceTypeId === null ? null : (entries[0]?.serviceTypeName ?? null),
    machineNames: machinesOf(line, entries),
    rateMachineName: rateMachineOf(line),
    quantity: line.quantity !== null && isReversal ? oppositeText(line.quantity) : line.quantity,
    cents: isReversal ? opposite(line.cents) : line.cents,
  };
};

const linesOfAddress = (address: string | null): string[] =>
  (address ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const statusOf = ({ kind, reversedById }: BillingRecord, other: DocumentScene['other']): DocumentStatus => {
  if (other !== undefined && kind === 'reversal') {
    return { kind: 'reversal', reverses: recordName(other), reversesIssuedOn: other.issuedOn };
  }
  return other !== undefined && reversedById !== null ? { kind: 'void', reversedBy: recordName(other) } : { kind: 'live' };
};

const partiesOf = ({ issuer, customer }: BillingRecord['content']): Pick<BillingDocument, 'seller' | 'buyer'> => {
  const [ours, theirs] = [linesOfAddress(issuer.address), linesOfAddress(customer.address)];
  const country = countryOf(ours) ?? countryOfTaxNumber(issuer.taxNumber);
  const seller: DocumentParty = { name: issuer.name, addressLines: ours, country, taxNumber: issuer.taxNumber };
  // Who names no country on a letter lives in the sender's.
  const buyer = { name: customer.businessName, addressLines: theirs, country: countryOf(theirs) ?? country, taxNumber: null };
  return { seller: { ...seller, taxName: issuer.taxName }, buyer };
};

/** What the record says, and nothing that was changed after it was made (decisions §8). */
export const documentOf = (record: BillingRecord, scene: DocumentScene): BillingDocument => {
  const { content, issuedOn, dueOn, currency, netCents, taxCents, grossCents } = record;
  const units = content.units ?? scene.units;
  const sign = record.kind === 'reversal' ? opposite : (cents: number) => cents;
  const days = content.entries.map(({ date }) => date).toSorted();
  return {
    number: recordName(record),
    status: statusOf(record, scene.other),
    ...partiesOf(content),
    jobNames: content.jobs.map(({ name }) => name),
    issuedOn,
    dueOn,
    currency,
    netCents,
    taxCents,
    grossCents,
    units,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    lines: content.bill.lines.map((line) => lineOf(line, record)),
    unpriced: unpricedIn(record, scene),
    taxes: content.bill.taxes.map((tax) => ({ ...tax, cents: sign(tax.cents), taxCents: sign(tax.taxCents) })),
    notes: content.notes,
    entries: content.entries.map((entry) => entryOf(entry, { units, language: scene.language })),
  };
};

/** What a file of the record is called on somebody's disk, without its ending: letters, digits and hyphens only. */
export const fileNameOf = (record: BillingRecord): string => {
  const plain = record.content.customer.businessName
    .normalize('NFKD')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase();
  return [recordName(record), plain.slice(0, 60)].filter((part) => part !== '').join('-');
};
