import type { BillingDocument, DocumentEntry, DocumentLine, DocumentQuantities, DocumentStatus } from '#shared/billing/document.ts';
import { MEASURE_WORDS } from '#shared/billing/measure-words.ts';
import { rateMachineOf } from '#shared/billing/rate-machine.ts';
import { calculationOf, oppositeSentence } from '#shared/billing/sentences.ts';
import { payableOf } from '#shared/billing/payable.ts';
import { signOf } from '#shared/billing/record-sign.ts';
import { unpricedOf } from '#shared/billing/unpriced.ts';
import type { BillLine } from '#shared/billing/schemas/bill.ts';
import type { BilledEntry, BillingHead, BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { summaryOf } from '#shared/domain/field-summary.ts';
import { isPictureName } from '#shared/domain/job-entry.ts';
import { UNITS, type UnitSystem } from '#shared/domain/units.ts';
import type { LanguageId } from '#shared/lib/languages.ts';

/** Another record that a document names; `billLabel` is that of the bill where it is a credit note, else its own. */
export interface OtherHead extends Pick<BillingHead, 'label' | 'issuedOn'> {
  readonly billLabel: string;
}

/** What a document says besides its record. `language` is for records that do not say in which they are written. */
export interface DocumentScene {
  /** Another record by its id: the one that this one reverses or credits a part of, and the one that reversed it. */
  readonly headOf: (id: number) => OtherHead | undefined;
  /** Today's units, for records that do not say in what their entries were measured. */
  readonly units: UnitSystem;
  readonly language: LanguageId;
}

/** Follows the name of a number that is averaged. */
const AVERAGE: Readonly<Record<LanguageId, string>> = { en: 'average', de: 'Durchschnitt', es: 'promedio' };

/** The number written out, never with an exponent. */
const decimalOf = (value: number): string => {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
};

/** An entry's own numbers, in the order of the annex. */
const OWN = ['totalHours', 'billableHours', 'loads', 'fuel'] as const;

type Billed = Pick<BillingRecord, 'content'>;

/** Whether an own number field of this entry is added up: as in the record's own summary of the job; in older records by its name. */
const isSummed = ({ content }: Billed, { jobId, serviceTypeId }: BilledEntry, name: string): boolean =>
  content.quantities.some(
    (job) =>
      job.jobId === jobId &&
      job.groups.some(
        (group) =>
          group.serviceTypeId === serviceTypeId &&
          group.totals.some(({ key, summary }) => key === `custom:${name}` && summaryOf({ name, summary }) === 'sum'),
      ),
  );

/** Whether the customer pays for this entry's fuel; fuel that the organization pays for is not the customer's business. */
const isFuelBilled = ({ content }: Billed, { id }: BilledEntry): boolean =>
  content.bill.lines.some(({ basis, entryIds }) => basis === 'fuel' && entryIds.includes(id));

/** What people call the data field that holds the field which was worked on. */
const FIELD = /^(?:field(?: name)?|schlag|feld|schlagname|parcela|campo|lote|finca)$/i;

const fieldNameOf = ({ customFieldValues }: BilledEntry): string | null => {
  const named = Object.entries(customFieldValues).find(([name, value]) => FIELD.test(name.trim()) && typeof value === 'string');
  return typeof named?.[1] === 'string' ? named[1].trim() || null : null;
};

const entryOf = (entry: BilledEntry, record: Billed, { units, language }: Pick<DocumentScene, 'units' | 'language'>): DocumentEntry => {
  const shown = OWN.filter((key) => key !== 'fuel' || isFuelBilled(record, entry));
  const own = shown.flatMap((key) => {
    const value = entry[key];
    const unit = key === 'fuel' ? ` (${UNITS[units].fuel})` : '';
    return value === null
      ? []
      : [{ label: `${MEASURE_WORDS[language][key]}${unit}`, quantity: decimalOf(value), rank: OWN.indexOf(key), isSum: true }];
  });
  const custom = Object.entries(entry.customFieldValues).flatMap(([label, value]) =>
    typeof value === 'number' ? [{ label, quantity: decimalOf(value), rank: OWN.length, isSum: isSummed(record, entry, label) }] : [],
  );
  const { date, jobId, serviceTypeName: serviceName, equipmentNames: machineNames, operatorNames, notes } = entry;
  const jobName = record.content.jobs.find(({ id }) => id === jobId)?.name ?? '';
  const photoNames = entry.photos.filter(isPictureName);
  const fieldName = fieldNameOf(entry);
  return { date, jobName, serviceName, fieldName, machineNames, operatorNames, quantities: [...own, ...custom], notes, photoNames };
};

// `-0` would not be the same number when it is read again.
const opposite = (cents: number): number => 0 - cents;
const oppositeText = (text: string): string => (text.startsWith('-') ? text.slice(1) : /[1-9]/.test(text) ? `-${text}` : text);

/** Work without an amount; in a reversal with negated quantities, like its lines. */
const unpricedIn = (record: BillingRecord, { language }: DocumentScene): DocumentQuantities[] => {
  const { content } = record;
  const isNegated = signOf(record) === -1;
  const names = new Map(content.jobs.map(({ id, name }) => [id, name]));
  const labels: Readonly<Record<string, string>> = MEASURE_WORDS[language];
  return unpricedOf(content).map(({ jobId, serviceTypeName: serviceName, entryCount, totals }) => ({
    jobName: names.size > 1 ? (names.get(jobId) ?? null) : null,
    serviceName,
    entryCount,
    // A reversal negates what was counted; an average stays what it was.
    quantities: totals.map(({ key, label, unit, total, summary }) => ({
      label: summary === 'average' ? `${label} (${AVERAGE[language]})` : (labels[key] ?? label),
      quantity: isNegated && summary !== 'average' ? oppositeText(decimalOf(total)) : decimalOf(total),
      unit,
    })),
  }));
};

/**
 * Machines that a line is about. A line by a machine's own rate names that machine; for a record from before the name was kept, the entries
 * tell where only one machine is possible.
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
  const isNegated = signOf(record) === -1;
  const calculation = calculationOf(line);
  const { jobs } = record.content;
  return {
    kind,
    text,
    jobName: jobs.length > 1 ? (jobs.find(({ id }) => id === line.jobId)?.name ?? null) : null,
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
    quantity: line.quantity !== null && isNegated ? oppositeText(line.quantity) : line.quantity,
    cents: isNegated ? opposite(line.cents) : line.cents,
    calculation: isNegated ? calculation.map(oppositeSentence) : calculation,
  };
};

const statusOf = ({ kind, reversedById }: BillingRecord, { headOf }: DocumentScene): DocumentStatus => {
  const reversal = reversedById === null ? undefined : headOf(reversedById);
  if (reversal !== undefined) {
    return { kind: 'void', reversedBy: reversal.label };
  }
  return kind === 'reversal' || kind === 'credit' ? { kind } : { kind: 'live' };
};

const precedingOf = (
  { label, reversesId, creditsId }: BillingRecord,
  { headOf }: DocumentScene,
): Pick<BillingDocument, 'preceding' | 'openItem'> => {
  const id = reversesId ?? creditsId;
  const head = id === null ? undefined : headOf(id);
  return head === undefined
    ? { preceding: null, openItem: label }
    : { preceding: { number: head.label, issuedOn: head.issuedOn }, openItem: head.billLabel };
};

/** What the record says, and nothing that was changed after it was made (specification 10.4). */
export const documentOf = (record: BillingRecord, scene: DocumentScene): BillingDocument => {
  const { content, issuedOn, dueOn, netCents, taxCents, grossCents } = record;
  const units = content.units ?? scene.units;
  const sign = signOf(record) === -1 ? opposite : (cents: number) => cents;
  const days = content.entries.map(({ date }) => date).toSorted();
  const language = content.language ?? scene.language;
  return {
    language,
    kind: record.kind,
    status: statusOf(record, scene),
    ...precedingOf(record, scene),
    ...payableOf(record),
    jobNames: content.jobs.map(({ name }) => name),
    issuedOn,
    dueOn,
    terms: content.terms ?? null,
    taxPosition: content.taxPosition ?? null,
    taxNotes: content.taxPosition?.notes[language] ?? [],
    netCents,
    taxCents,
    grossCents,
    units,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    lines: content.bill.lines.map((line) => lineOf(line, record)),
    unpriced: unpricedIn(record, { ...scene, language }),
    taxes: content.bill.taxes.map((tax) => ({ ...tax, cents: sign(tax.cents), taxCents: sign(tax.taxCents) })),
    notes: content.notes,
    entries: content.entries.map((entry) => entryOf(entry, record, { units, language })),
  };
};

/** The file name of the record without its extension: letters, digits and hyphens only. */
export const fileNameOf = (record: BillingRecord): string => {
  const plain = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/[^\w]+/g, '-')
      .replace(/^-+|-+$/g, '');
  const name = plain(record.content.customer.businessName).toLowerCase().slice(0, 60);
  return [plain(record.label), name].filter((part) => part !== '').join('-');
};
