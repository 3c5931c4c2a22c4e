import type { BillLine, BillTerms, BillWarning, MeasuredEntry, Parting, QuantityPart, RateChoice } from '#shared/billing/schemas/bill.ts';
import type { RateLine } from '#shared/billing/schemas/rate.ts';
import { type BillingRate, chooseRates, mergeBeaten } from '#shared/billing/choose-rate.ts';
import { priceQuantity, recompute, stepsAboveBase, withMinimumBeside } from '#shared/billing/amounts.ts';
import { smallestCents } from '#shared/billing/minor-unit.ts';
import { type Contested, contestedIn, fuelLineOf, portionOf } from '#shared/billing/once.ts';
import { type Asked, flatsOnce, type Group, type MinimumBeside, withJobMinimums } from '#shared/billing/per-job.ts';
import { type BillableEntry, type BillableField, quantityOf, unitOf } from '#shared/billing/quantities.ts';
import { decimal, plus, ZERO } from '#shared/lib/decimal.ts';
import { textOf } from '#shared/lib/decimal-text.ts';
import { taxKindOf } from '#shared/billing/tax-kind.ts';

const byDate = (left: BillableEntry, right: BillableEntry): number =>
  left.date === right.date ? left.id - right.id : left.date < right.date ? -1 : 1;

const noWarning = { jobId: null, entryId: null, serviceTypeId: null, equipmentId: null, rateId: null, basis: null };

/** A warning about whatever it names. */
export const warningOf = (kind: BillWarning['kind'], about: Partial<BillWarning> = {}): BillWarning => ({ ...noWarning, ...about, kind });

const aboutEntry = ({ id, jobId, serviceTypeId }: BillableEntry) => ({ entryId: id, jobId, serviceTypeId });

/** Reports each machine that is left out because what it asks for is billed by another one, or already. */
const tellOfContested = (entry: BillableEntry, contested: ReadonlyMap<string, Contested>, warnings: BillWarning[]): void => {
  for (const { askers, measured, parts } of contested.values()) {
    for (const { rateId, machines, line } of parts === null ? askers.slice(1) : []) {
      const about = { ...aboutEntry(entry), rateId, basis: line.basis, ...(measured ? { measure: measured } : {}) };
      warnings.push(...machines.map((equipmentId) => warningOf('billedOnce', { ...about, equipmentId })));
    }
  }
};

interface Input {
  readonly entries: readonly BillableEntry[];
  readonly rates: readonly BillingRate[];
  readonly fields: readonly BillableField[];
  readonly partings: readonly Parting[];
}

/** By job, then by time; for rates that begin with the same entry `tie` decides. */
const inTurn =
  (tie: (found: Group) => number) =>
  (left: Group, right: Group): number => {
    const [first, second] = [left.entries[0], right.entries[0]];
    const inTime = first && second ? byDate(first, second) : 0;
    return left.jobId - right.jobId || inTime || tie(left) - tie(right);
  };

/** Entries by job and rate. */
const group = ({ entries, rates, fields, partings }: Input, warnings: BillWarning[]): Group[] => {
  const groups = new Map<string, Group>();
  for (const entry of entries.toSorted(byDate)) {
    const { chosen, without } = chooseRates(rates, entry);
    warnings.push(...without.map((equipmentId) => warningOf('noRate', { ...aboutEntry(entry), equipmentId })));
    const contested = contestedIn(entry, chosen, fields, partings);
    tellOfContested(entry, contested, warnings);
    for (const [place, { rate, beat }] of chosen.entries()) {
      const key = `${entry.jobId}:${rate.id}`;
      const found: Group = groups.get(key) ?? { jobId: entry.jobId, rate, place, entries: [], contested: new Map(), beat: [] };
      found.entries.push(entry);
      found.contested.set(entry.id, contested);
      found.beat = mergeBeaten(found.beat, beat);
      groups.set(key, found);
    }
  }
  return [...groups.values()].sort(inTurn(({ rate }) => rate.id));
};

/** The name of a rate's machine, as the entries have it. */
const machineNameIn = ({ rate, entries }: Group): string | undefined =>
  entries.map(({ equipmentIds, equipmentNames }) => equipmentNames?.[equipmentIds.indexOf(rate.equipmentId ?? 0)]).find(Boolean);

const choiceOf = (found: Group): RateChoice => {
  const { id, version, name, serviceTypeId, customerId, jobId, equipmentId, validFrom } = found.rate;
  const equipmentName = equipmentId === null ? undefined : machineNameIn(found);
  const named = equipmentName === undefined ? {} : { equipmentName };
  return { id, version, name, scope: { serviceTypeId, customerId, jobId, equipmentId, ...named, validFrom }, beat: found.beat };
};

interface Scene {
  readonly fields: readonly BillableField[];
  readonly terms: BillTerms;
  readonly warnings: BillWarning[];
}

const measure = (found: Group, line: RateLine, { fields }: Scene): { readonly source: string; readonly entry: MeasuredEntry }[] =>
  found.entries.flatMap((entry) => {
    const quantity = quantityOf(entry, line, fields);
    const portion = portionOf(found.contested.get(entry.id), found.rate, line, { fields, entry });
    if (typeof quantity === 'string' || portion === 'nothing') {
      return [];
    }
    const { id, date } = entry;
    const whole = textOf(quantity.quantity);
    const measured = portion === 'all' ? { measured: whole } : { measured: textOf(portion), whole };
    return [{ source: quantity.source, entry: { id, date, ...measured } }];
  });

/**
 * Warns of entries in which none of these lines found a quantity, and of every quantity that cannot be right. A rate for two kinds of bales
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

/** The price of a unit; null if there are several, or if a minimum took its place. */
const singlePrice = ({ prices }: RateLine, parts: readonly QuantityPart[]): string | null =>
  prices.length === 1 && !parts.some(({ isMinimum }) => isMinimum) ? (prices[0]?.price ?? null) : null;

const quantityLine = (
  found: Group,
  line: RateLine,
  as: { readonly key: string; readonly kind: BillLine['kind'] },
  scene: Scene,
  beside?: MinimumBeside,
): BillLine | undefined => {
  const measured = measure(found, line, scene);
  const parts = partsOf(
    withMinimumBeside(line, beside),
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
    ...(beside === undefined ? {} : { beside }),
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
    cents: recompute(explanation, smallestCents(scene.terms.currency)),
    ...taxKindOf(found.rate, scene.terms),
    from: entries[0]?.date ?? null,
    to: entries.at(-1)?.date ?? null,
    entryIds: entries.map(({ id }) => id),
    explanation,
  };
};

const keyOf = ({ jobId, rate }: Group, part: string | number): string => `job ${jobId}, rate ${rate.id}, ${part}`;

/** The same key with its job and its rate renumbered; the keys of other lines contain neither. */
export const keyElsewhere = (key: string, idOf: (kind: 'job' | 'rate', id: number) => number): string =>
  key.replace(
    /^job (\d+), rate (\d+), (?=(?:\d+|fuel|surcharge)$)/,
    (_, job: string, rate: string) => `job ${idOf('job', Number(job))}, rate ${idOf('rate', Number(rate))}, `,
  );

/** The lines of these groups' work, each group's under it. */
const workOf = (groups: readonly Group[], scene: Scene): Map<Group, BillLine[]> => {
  for (const found of groups) {
    warnOfMissing(found, found.rate.lines, scene);
  }
  // What is charged once is charged by the first of an entry's machines.
  const byMachine = groups.toSorted(inTurn(({ place }) => place));
  const asked = byMachine.flatMap((found) => found.rate.lines.map((line, place) => ({ found, line, key: keyOf(found, place + 1) })));
  const { once, again } = flatsOnce(asked);
  scene.warnings.push(...again.map(({ found: { rate, entries } }) => warningOf('billedOnce', aboutFlat(rate, entries))));
  const make = ({ found, line, key }: Asked, beside?: MinimumBeside) => quantityLine(found, line, { key, kind: 'work' }, scene, beside);
  const lines = withJobMinimums(once, scene.fields, make);
  return new Map(groups.map((found) => [found, lines.filter((each) => each.asked.found === found).flatMap(({ line }) => line ?? [])]));
};

const aboutFlat = ({ id, equipmentId }: BillingRate, [first]: readonly BillableEntry[]): Partial<BillWarning> => ({
  ...(first ? aboutEntry(first) : {}),
  rateId: id,
  equipmentId,
  basis: 'flat',
});

const fuelByVolume = (found: Group, scene: Scene): BillLine[] => {
  const line = fuelLineOf(found.rate);
  if (line === undefined) {
    return [];
  }
  warnOfMissing(found, [line], scene);
  const kind = found.rate.fuel.kind === 'billed' ? 'fuel' : 'surcharge';
  return [quantityLine(found, line, { key: keyOf(found, kind), kind }, scene) ?? []].flat();
};

/** Fuel as a percentage of the work: of its lines as they are on the bill. */
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
      cents: recompute(explanation, smallestCents(scene.terms.currency)),
      ...taxKindOf(found.rate, scene.terms),
      from: dates[0] ?? null,
      to: dates.at(-1) ?? null,
      entryIds: [...new Set(work.flatMap(({ entryIds }) => entryIds))].sort((left, right) => left - right),
      explanation,
    },
  ];
};

/** The lines that the rates make of the entries, independent of their order, and what would be lost. */
export const linesOfWork = (input: Input, terms: BillTerms): { lines: BillLine[]; warnings: BillWarning[] } => {
  const scene: Scene = { fields: input.fields, terms, warnings: [] };
  const groups = group(input, scene.warnings);
  const work = workOf(groups, scene);
  const lines = groups.flatMap((found) => {
    const own = work.get(found) ?? [];
    return [...own, ...fuelByVolume(found, scene), ...fuelByPercent(found, own, scene)];
  });
  return { lines, warnings: scene.warnings };
};
