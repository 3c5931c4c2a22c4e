import type { BillLine, BillTerms, BillWarning, QuantityPart, RateChoice } from '#shared/domain/bill.ts';
import type { RateLine } from '#shared/domain/rate.ts';
import { type BillingRate, chooseRates, mergeBeaten } from '#shared/billing/choose-rate.ts';
import { fuelPrice, priceQuantity, recompute, stepsAboveBase } from '#shared/billing/amounts.ts';
import { type BillableEntry, type BillableField, quantityOf, unitOf } from '#shared/billing/quantities.ts';
import { decimal, plus, textOf, ZERO } from '#shared/lib/decimal.ts';

/** The entries of one job that one rate holds for, oldest first. */
interface Group {
  readonly jobId: number;
  readonly rate: BillingRate;
  readonly entries: BillableEntry[];
  beat: RateChoice['beat'];
}

const byDate = (left: BillableEntry, right: BillableEntry): number =>
  left.date === right.date ? left.id - right.id : left.date < right.date ? -1 : 1;

const noWarning = { jobId: null, entryId: null, serviceTypeId: null, equipmentId: null, rateId: null, basis: null };

/** A warning about whatever it names. */
export const warningOf = (kind: BillWarning['kind'], about: Partial<BillWarning> = {}): BillWarning => ({ ...noWarning, ...about, kind });

const aboutEntry = ({ id, jobId, serviceTypeId }: BillableEntry) => ({ entryId: id, jobId, serviceTypeId });

const group = (entries: readonly BillableEntry[], rates: readonly BillingRate[], warnings: BillWarning[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const entry of entries) {
    const { chosen, without } = chooseRates(rates, entry);
    warnings.push(...without.map((equipmentId) => warningOf('noRate', { ...aboutEntry(entry), equipmentId })));
    for (const { rate, beat } of chosen) {
      const key = `${entry.jobId}:${rate.id}`;
      const found = groups.get(key) ?? { jobId: entry.jobId, rate, entries: [], beat: [] };
      found.entries.push(entry);
      found.beat = mergeBeaten(found.beat, beat);
      groups.set(key, found);
    }
  }
  return [...groups.values()].sort((left, right) => {
    const [first, second] = [left.entries[0], right.entries[0]];
    const inTime = first && second ? byDate(first, second) : 0;
    return left.jobId - right.jobId || inTime || left.rate.id - right.rate.id;
  });
};

const choiceOf = ({ rate, beat }: Group): RateChoice => {
  const { id, version, name, serviceTypeId, customerId, jobId, equipmentId, validFrom } = rate;
  return { id, version, name, scope: { serviceTypeId, customerId, jobId, equipmentId, validFrom }, beat };
};

interface Scene {
  readonly fields: readonly BillableField[];
  readonly terms: BillTerms;
  readonly warnings: BillWarning[];
  /** Flat amounts for a job that were charged already, by job and series of rates. */
  readonly flats: Set<string>;
}

const seriesOf = ({ jobId, rate }: Group, place: number): string =>
  [jobId, rate.serviceTypeId, rate.customerId, rate.jobId, rate.equipmentId, place].join(':');

const measure = (found: Group, line: RateLine, { fields }: Scene) =>
  found.entries.flatMap((entry) => {
    const quantity = quantityOf(entry, line, fields);
    return typeof quantity === 'string'
      ? []
      : [{ source: quantity.source, entry: { id: entry.id, date: entry.date, measured: textOf(quantity.quantity) } }];
  });

/**
 * Warns of entries that none of these lines found a quantity in, and of every quantity that cannot be right. A rate for two kinds of bales
 * may well find only one of them.
 */
const warnOfMissing = (found: Group, lines: readonly RateLine[], { fields, warnings }: Scene): void => {
  const measuring = lines.filter(({ basis }) => basis !== 'flat');
  for (const entry of found.entries) {
    const results = measuring.map((line) => ({ basis: line.basis, quantity: quantityOf(entry, line, fields) }));
    const about = { ...aboutEntry(entry), rateId: found.rate.id };
    const unusable = results.filter(({ quantity }) => quantity === 'unusableQuantity');
    warnings.push(...unusable.map(({ basis }) => warningOf('unusableQuantity', { ...about, basis })));
    const [first] = results;
    if (first && results.every(({ quantity }) => quantity === 'noQuantity')) {
      warnings.push(warningOf('noQuantity', { ...about, basis: first.basis }));
    }
  }
};

const partsOf = (line: RateLine, entries: QuantityPart['entries']): QuantityPart[] => {
  const [first] = entries;
  if (first === undefined) {
    return [];
  }
  if (line.per === 'entry') {
    return entries.map((entry) => priceQuantity(line, [entry]));
  }
  return [priceQuantity(line, line.basis === 'flat' ? [first] : entries)];
};

const taxKind = ({ taxPercent, taxIncluded }: BillingRate, terms: BillTerms) => ({
  taxPercent: textOf(decimal(taxPercent ?? terms.taxPercent)),
  taxIncluded: taxIncluded ?? terms.taxIncluded,
});

/** The one price of a unit; null where there are several, or a minimum took its place. */
const singlePrice = ({ prices }: RateLine, parts: readonly QuantityPart[]): string | null =>
  prices.length === 1 && !parts.some(({ isMinimum }) => isMinimum) ? (prices[0]?.price ?? null) : null;

const quantityLine = (
  found: Group,
  line: RateLine,
  as: { readonly key: string; readonly kind: BillLine['kind'] },
  scene: Scene,
): BillLine | undefined => {
  const measured = measure(found, line, scene);
  const parts = partsOf(
    line,
    measured.map(({ entry }) => entry),
  );
  const entries = parts.flatMap((part) => part.entries);
  if (entries.length === 0) {
    return undefined;
  }
  const explanation = {
    kind: 'quantity' as const,
    rate: choiceOf(found),
    line,
    sources: [...new Set(measured.map(({ source }) => source))].sort(),
    fuel: as.kind === 'work' ? null : found.rate.fuel,
    parts,
  };
  return {
    ...as,
    jobId: found.jobId,
    serviceTypeId: found.rate.serviceTypeId,
    label: line.label ?? found.entries[0]?.serviceTypeName ?? '',
    basis: line.basis,
    unit: unitOf(line, scene.fields),
    quantity: textOf(parts.map(({ quantity }) => decimal(quantity)).reduce(plus, ZERO)),
    price: singlePrice(line, parts),
    cents: recompute(explanation),
    ...taxKind(found.rate, scene.terms),
    from: entries[0]?.date ?? null,
    to: entries.at(-1)?.date ?? null,
    entryIds: entries.map(({ id }) => id),
    explanation,
  };
};

const keyOf = ({ jobId, rate }: Group, part: string | number): string => `job ${jobId}, rate ${rate.id}, ${part}`;

/** The same key where its job and its rate have other ids; the keys of other lines hold none. */
export const keyElsewhere = (key: string, idOf: (kind: 'job' | 'rate', id: number) => number): string =>
  key.replace(
    /^job (\d+), rate (\d+), (?=(?:\d+|fuel|surcharge)$)/,
    (_, job: string, rate: string) => `job ${idOf('job', Number(job))}, rate ${idOf('rate', Number(rate))}, `,
  );

const workLines = (found: Group, scene: Scene): BillLine[] => {
  warnOfMissing(found, found.rate.lines, scene);
  return found.rate.lines.flatMap((line, place) => {
    if (line.basis === 'flat' && line.per === 'job') {
      const series = seriesOf(found, place);
      if (scene.flats.has(series)) {
        return [];
      }
      scene.flats.add(series);
    }
    return quantityLine(found, line, { key: keyOf(found, place + 1), kind: 'work' }, scene) ?? [];
  });
};

const fuelByVolume = (found: Group, scene: Scene): BillLine[] => {
  const price = fuelPrice(found.rate.fuel);
  if (price === null) {
    return [];
  }
  const line: RateLine = {
    label: null,
    basis: 'fuel',
    fieldId: null,
    prices: [{ upTo: null, price }],
    per: 'job',
    rounding: null,
    minimumCents: null,
  };
  warnOfMissing(found, [line], scene);
  const kind = found.rate.fuel.kind === 'billed' ? 'fuel' : 'surcharge';
  return [quantityLine(found, line, { key: keyOf(found, kind), kind }, scene) ?? []].flat();
};

/** Fuel as a percentage of the work: of its lines as they stand on the bill. */
const fuelByPercent = (found: Group, work: readonly BillLine[], scene: Scene): BillLine[] => {
  const { fuel } = found.rate;
  const [first] = work;
  const steps = fuel.kind === 'surchargeByPercent' ? stepsAboveBase(fuel) : 0;
  if (steps === 0 || first === undefined) {
    return [];
  }
  const of = work.map(({ key, cents }) => ({ key, cents }));
  const explanation = { kind: 'share' as const, rate: choiceOf(found), fuel, steps, of };
  const dates = work.flatMap(({ from, to }) => [from ?? '', to ?? '']).sort();
  return [
    {
      key: keyOf(found, 'surcharge'),
      kind: 'surcharge',
      jobId: found.jobId,
      serviceTypeId: found.rate.serviceTypeId,
      label: first.label,
      basis: null,
      unit: null,
      quantity: null,
      price: null,
      cents: recompute(explanation),
      ...taxKind(found.rate, scene.terms),
      from: dates[0] ?? null,
      to: dates.at(-1) ?? null,
      entryIds: [...new Set(work.flatMap(({ entryIds }) => entryIds))].sort((left, right) => left - right),
      explanation,
    },
  ];
};

/** The lines that entries make by rates, whatever their order, and what would be lost. */
export const linesOfWork = (
  entries: readonly BillableEntry[],
  rates: readonly BillingRate[],
  fields: readonly BillableField[],
  terms: BillTerms,
): { lines: BillLine[]; warnings: BillWarning[] } => {
  const scene: Scene = { fields, terms, warnings: [], flats: new Set() };
  const lines = group(entries.toSorted(byDate), rates, scene.warnings).flatMap((found) => {
    const work = workLines(found, scene);
    return [...work, ...fuelByVolume(found, scene), ...fuelByPercent(found, work, scene)];
  });
  return { lines, warnings: scene.warnings };
};
