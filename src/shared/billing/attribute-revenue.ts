import type { Bill, BillLine, QuantityPart } from '#shared/billing/schemas/bill.ts';
import { allocate } from '#shared/lib/allocate.ts';
import { netLines } from '#shared/billing/net-lines.ts';
import { type Decimal, decimal } from '#shared/lib/decimal.ts';

/** What the attribution needs to know about a billed entry. */
export interface BilledEntry {
  readonly id: number;
  readonly jobId: number;
  readonly serviceTypeId: number;
  readonly date: string;
  readonly equipmentIds: readonly number[];
}

/** What is attributed. */
export interface BilledWork {
  readonly bill: Pick<Bill, 'lines' | 'taxes' | 'currency'>;
  readonly jobIds: readonly number[];
  readonly entries: readonly BilledEntry[];
  /** The day used for what has no day of its own. */
  readonly issuedOn: string;
}

/** A part of a bill's net amount. Null: belongs to no entry, service or machine. */
export interface Share {
  readonly jobId: number;
  readonly entryId: number | null;
  readonly serviceTypeId: number | null;
  readonly equipmentId: number | null;
  readonly date: string;
  readonly cents: number;
}

type Of = Omit<Share, 'cents'>;

/** Decimals as whole numbers in the same proportion. */
const wholes = (values: readonly Decimal[]): bigint[] => {
  const scale = Math.max(0, ...values.map((value) => value.scale));
  return values.map((value) => value.digits * 10n ** BigInt(scale - value.scale));
};

const positive = (cents: number): bigint => BigInt(Math.max(0, cents));

const machineOf = ({ explanation }: BillLine): number | null => ('rate' in explanation ? explanation.rate.scope.equipmentId : null);

/** The entry's machines that the line is about: the machine of its rate, otherwise those without a line of their own. */
const machinesOf = (entry: BilledEntry, line: BillLine, own: ReadonlySet<string>): readonly (number | null)[] => {
  const machine = machineOf(line);
  if (machine !== null) {
    return [machine];
  }
  const others = entry.equipmentIds.filter((id) => !own.has(`${entry.id} ${id}`));
  return others.length > 0 ? others : entry.equipmentIds.length > 0 ? entry.equipmentIds : [null];
};

class Sharing {
  private readonly bill: BilledWork;
  private readonly entries: ReadonlyMap<number, BilledEntry>;
  /** Entries, and those of their machines that have lines of their own. */
  private readonly own: ReadonlySet<string>;
  private readonly done = new Map<string, { readonly line: BillLine; readonly shares: Share[] }>();

  constructor(bill: BilledWork) {
    this.bill = bill;
    this.entries = new Map(bill.entries.map((entry) => [entry.id, entry]));
    this.own = new Set(
      bill.bill.lines.flatMap((line) => (machineOf(line) === null ? [] : line.entryIds.map((id) => `${id} ${String(machineOf(line))}`))),
    );
  }

  private among(cents: number, targets: readonly { readonly of: Of; readonly weight: bigint }[]): Share[] {
    const parts = allocate(
      cents,
      targets.map(({ weight }) => weight),
    );
    return targets.map(({ of }, place) => ({ ...of, cents: parts[place] ?? 0 }));
  }

  private ofEntry(cents: number, id: number, line: BillLine): Share[] {
    const entry = this.entries.get(id);
    const { jobId = line.jobId ?? 0, date = this.bill.issuedOn } = entry ?? {};
    const machines = entry === undefined ? [machineOf(line)] : machinesOf(entry, line, this.own);
    const of = { jobId, entryId: id, serviceTypeId: line.serviceTypeId, date };
    return this.among(
      cents,
      machines.map((equipmentId) => ({ of: { ...of, equipmentId }, weight: 1n })),
    );
  }

  /** By the amounts of the parts, and within a part by what each entry measured. */
  private ofParts(cents: number, parts: readonly QuantityPart[], line: BillLine): Share[] {
    const byPart = allocate(cents, wholes(parts.map(({ amount }) => decimal(amount))));
    return parts.flatMap(({ entries }, place) => {
      const byEntry = allocate(byPart[place] ?? 0, wholes(entries.map(({ measured }) => decimal(measured))));
      return entries.flatMap(({ id }, index) => this.ofEntry(byEntry[index] ?? 0, id, line));
    });
  }

  private ofJobs(cents: number, jobIds: readonly number[]): Share[] {
    const soFar = [...this.done.values()].flatMap(({ shares }) => shares);
    const targets = jobIds.map((jobId) => {
      const worth = soFar.reduce((sum, share) => sum + (share.jobId === jobId ? share.cents : 0), 0);
      return { of: this.ofJob(jobId), weight: positive(worth) };
    });
    return this.among(cents, targets);
  }

  /** For the job as a whole: on the day of its last entry. */
  private ofJob(jobId: number): Of {
    const dates = this.bill.entries.flatMap((entry) => (entry.jobId === jobId ? [entry.date] : [])).sort();
    return { jobId, entryId: null, serviceTypeId: null, equipmentId: null, date: dates.at(-1) ?? this.bill.issuedOn };
  }

  /** Like the lines that it depends on, by the worth of each. Without such lines, like a line without a job. */
  private likeLines(cents: number, keys: readonly string[]): Share[] {
    const lines = keys.flatMap((key) => this.done.get(key) ?? []);
    if (!lines.some(({ line }) => line.cents > 0)) {
      return this.ofJobs(cents, this.bill.jobIds);
    }
    const byLine = allocate(
      cents,
      lines.map(({ line }) => positive(line.cents)),
    );
    return lines.flatMap(({ shares }, place) =>
      this.among(
        byLine[place] ?? 0,
        shares.map(({ cents: worth, ...of }) => ({ of, weight: positive(worth) })),
      ),
    );
  }

  private sharesOf(line: BillLine, cents: number): Share[] {
    const { explanation } = line;
    switch (explanation.kind) {
      case 'quantity':
        return this.ofParts(cents, explanation.parts, line);
      case 'share':
        return this.likeLines(
          cents,
          explanation.of.map(({ key }) => key),
        );
      case 'manual':
        return this.ofJobs(cents, line.jobId === null ? this.bill.jobIds : [line.jobId]);
      case 'discount': {
        const isOf = (other: BillLine) =>
          other.kind !== 'discount' && other.taxPercent === line.taxPercent && other.taxIncluded === line.taxIncluded;
        return this.likeLines(
          cents,
          [...this.done.values()].flatMap(({ line: other }) => (isOf(other) ? [other.key] : [])),
        );
      }
    }
  }

  shares(): Share[] {
    for (const { line, netCents } of netLines(this.bill.bill)) {
      this.done.set(line.key, { line, shares: this.sharesOf(line, netCents) });
    }
    const all = [...this.done.values()].flatMap(({ shares }) => shares);
    const idle = this.bill.jobIds.filter((jobId) => !all.some((share) => share.jobId === jobId));
    return merged([...all, ...idle.map((jobId) => ({ ...this.ofJob(jobId), cents: 0 }))]);
  }
}

const merged = (shares: readonly Share[]): Share[] => {
  const sums = new Map<string, Share>();
  for (const share of shares) {
    const key = [share.jobId, share.entryId, share.serviceTypeId, share.equipmentId, share.date].join(' ');
    sums.set(key, { ...share, cents: share.cents + (sums.get(key)?.cents ?? 0) });
  }
  return [...sums.values()];
};

/**
 * Attributes the net amount of a bill to its jobs, entries, services and machines. The shares add up to it to the cent, and each job has at
 * least one, of zero where it was billed without an amount (docs/billing.md).
 */
export const attributeRevenue = (bill: BilledWork): Share[] => new Sharing(bill).shares();
