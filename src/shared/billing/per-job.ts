import type { BillLine, RateChoice } from '#shared/billing/schemas/bill.ts';
import type { RateLine } from '#shared/billing/schemas/rate.ts';
import type { BillingRate } from '#shared/billing/choose-rate.ts';
import { type Contested, nameAmong } from '#shared/billing/once.ts';
import { type BillableEntry, type BillableField, HOURS, measureOf } from '#shared/billing/quantities.ts';

/** The entries of one job that one rate applies to, oldest first. */
export interface Group {
  readonly jobId: number;
  readonly rate: BillingRate;
  /** The position of the rate among those of the group's first entry, which are in the order of its machines. */
  readonly place: number;
  readonly entries: BillableEntry[];
  /** By entry, what its other rates ask for as well. */
  readonly contested: Map<number, ReadonlyMap<string, Contested>>;
  beat: RateChoice['beat'];
}

/** A line of a group's rate, and the key of what it makes. */
export interface Asked {
  readonly found: Group;
  readonly line: RateLine;
  readonly key: string;
}

/** Lines that a job's minimum is compared with, besides its own. */
export type MinimumBeside = readonly { readonly key: string; readonly cents: number }[];

const isJobFlat = ({ basis, per }: RateLine): boolean => basis === 'flat' && per === 'job';

/**
 * Keeps a flat amount for the job only at its first occurrence. It is identified by its name within its service, not by its position, price
 * or rate. `again` are those of another machine's rate, which may be intended for that machine.
 */
export const flatsOnce = (asked: readonly Asked[]): { readonly once: Asked[]; readonly again: Asked[] } => {
  const charged = new Map<string, BillingRate>();
  const once: Asked[] = [];
  const again: Asked[] = [];
  for (const each of asked) {
    const { found, line } = each;
    const { rate, jobId } = found;
    const series = isJobFlat(line) ? `${jobId} ${rate.serviceTypeId} ${nameAmong(rate.lines, line, isJobFlat)}` : null;
    const before = series === null ? undefined : charged.get(series);
    if (before === undefined) {
      once.push(each);
    } else if (rate.equipmentId !== null && rate.equipmentId !== before.equipmentId) {
      again.push(each);
    }
    if (series !== null && before === undefined) {
      charged.set(series, rate);
    }
  }
  return { once, again };
};

/** Lines that a job's minimum counts together: same service, same quantity, same name; for hours, each machine's own. */
const kindOf = ({ found: { jobId, rate }, line }: Asked, fields: readonly BillableField[]): string | undefined => {
  const measure = measureOf(line, fields, rate);
  if (measure === undefined || measure === 'flat') {
    return undefined;
  }
  const name = nameAmong(rate.lines, line, (other) => measureOf(other, fields, rate) === measure);
  return JSON.stringify([jobId, rate.serviceTypeId, measure, name, measure === HOURS ? rate.equipmentId : null]);
};

type Make = (asked: Asked, beside?: MinimumBeside) => BillLine | undefined;

const isWork = ({ explanation }: BillLine): boolean =>
  explanation.kind === 'quantity' && explanation.parts.some(({ entries }) => entries.some(({ measured }) => /[1-9]/.test(measured)));

/** Several lines of the same kind: the minimum (of the first rate that has one) goes on the last line with work priced by the job. */
const together = (members: readonly Asked[], make: Make): Map<Asked, BillLine | undefined> => {
  const minimumCents = members.find(({ line }) => line.per === 'job' && line.minimumCents !== null)?.line.minimumCents ?? null;
  const plain = (asked: Asked): Asked => (asked.line.per === 'job' ? { ...asked, line: { ...asked.line, minimumCents: null } } : asked);
  const lines = new Map(members.map((asked) => [asked, make(plain(asked))]));
  const carrier = members.findLast((asked) => {
    const line = lines.get(asked);
    return asked.line.per === 'job' && line !== undefined && isWork(line);
  });
  if (carrier !== undefined && minimumCents !== null) {
    const beside = [...lines].flatMap(([asked, line]) => (asked === carrier || !line ? [] : [{ key: line.key, cents: line.cents }]));
    lines.set(carrier, make({ ...carrier, line: { ...carrier.line, minimumCents } }, beside));
  }
  return lines;
};

/** Makes the lines. A minimum per job is charged once for the job, even if another rate follows within it. */
export const withJobMinimums = (
  asked: readonly Asked[],
  fields: readonly BillableField[],
  make: Make,
): { readonly asked: Asked; readonly line: BillLine | undefined }[] => {
  const kinds = new Map<string, Asked[]>();
  for (const each of asked) {
    const kind = kindOf(each, fields);
    if (kind !== undefined) {
      kinds.set(kind, [...(kinds.get(kind) ?? []), each]);
    }
  }
  const shared = [...kinds.values()].filter((members) => members.length > 1 && members.some(hasJobMinimum));
  const made = new Map(shared.flatMap((members) => [...together(members, make)]));
  return asked.map((each) => ({ asked: each, line: made.has(each) ? made.get(each) : make(each) }));
};

const hasJobMinimum = ({ line }: Asked): boolean => line.per === 'job' && line.minimumCents !== null;
