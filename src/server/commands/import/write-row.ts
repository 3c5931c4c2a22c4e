import type { Customer } from '#shared/domain/customer.ts';
import type { ImportKind } from '#shared/domain/import-kinds.ts';
import type { ImportOptions, MadeRecord } from '#shared/domain/import.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import type { Context } from '#server/context.ts';
import type { PastEntry } from '#server/commands/import/judge-entries.ts';
import { createPastEntry } from '#server/commands/write-job-entry.ts';
import { customerData } from '#server/data/customers.ts';
import { employeeData } from '#server/data/employees.ts';
import { equipmentData } from '#server/data/equipment.ts';
import { jobData } from '#server/data/jobs.ts';
import { PLAIN_KINDS } from '#server/data/plain-kinds.ts';
import { requireFreeSeat } from '#server/data/quotas.ts';
import { sideBySide } from '#server/db/gather.ts';
import { serviceTypeData } from '#server/data/service-types.ts';

interface Stored {
  readonly id: number;
  readonly version: number;
}

/** A kind as rows of a file write it: with the rules that its own calls have, which the judge has asked before. */
interface Writer {
  readonly find: (ctx: Context, id: number) => Promise<Stored>;
  /** New ones, in their order. */
  readonly insertAll: (ctx: Context, bodies: readonly never[]) => Promise<readonly Stored[]>;
  readonly update: (ctx: Context, before: never, body: never) => Promise<Stored>;
}

/** Kinds whose rows are records by themselves. */
export type RecordKind = Exclude<ImportKind, 'jobEntries'>;

const WRITERS: Readonly<Record<RecordKind, Writer>> = {
  customers: { ...customerData, update: (ctx, before: Customer, body) => customerData.update(ctx, before.id, body) },
  employees: {
    ...employeeData,
    insertAll: async (ctx, bodies) => {
      const made: Stored[] = [];
      for (const body of bodies) {
        await requireFreeSeat(ctx);
        made.push(await employeeData.insert(ctx, body));
      }
      return made;
    },
  },
  equipment: equipmentData,
  implements: { ...PLAIN_KINDS.implement, update: (ctx, before: Stored, body) => PLAIN_KINDS.implement.update(ctx, before.id, body) },
  serviceTypes: { ...serviceTypeData, update: (ctx, before: Stored, body) => serviceTypeData.update(ctx, before.id, body) },
};

/** Columns that every change moves. */
const STAMPS = new Set(['version', 'updatedAt', 'updatedBy']);

/** What the record held where it is different now. */
const heldBefore = (before: object, after: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => !STAMPS.has(name) && JSON.stringify(value) !== JSON.stringify(Reflect.get(after, name)),
    ),
  );

export interface Wrote extends Stored {
  readonly before: Record<string, unknown> | null;
}

/** Jobs that this import has made, by customer and name: the next row of one finds it here. */
export type JobsMade = Map<string, number>;

/** The id of the job that the entry goes on, and the job itself if it has to be made. */
const jobOf = async (
  ctx: Context,
  { customerId, jobId, jobName }: PastEntry,
  jobs: JobsMade,
  { jobsAre }: ImportOptions,
): Promise<{ id: number; made: MadeRecord | null }> => {
  const key = `${customerId} ${foldName(jobName)}`;
  const known = jobId ?? jobs.get(key);
  if (known !== undefined) {
    return { id: known, made: null };
  }
  const { id, version } = await jobData.insert(ctx, { name: jobName, customerId, status: jobsAre });
  jobs.set(key, id);
  return { id, made: { kind: 'job', id, version } };
};

/** Writes down past work, in its order: first the jobs that are not there yet, then all entries at once. */
export const writePastEntries = async (
  ctx: Context,
  all: readonly PastEntry[],
  options: ImportOptions,
  jobs: JobsMade,
): Promise<{ readonly wrote: readonly Wrote[]; readonly made: readonly MadeRecord[] }> => {
  const made: MadeRecord[] = [];
  const placed: { readonly jobId: number; readonly entry: PastEntry['entry'] }[] = [];
  for (const past of all) {
    const job = await jobOf(ctx, past, jobs, options);
    placed.push({ jobId: job.id, entry: past.entry });
    made.push(...(job.made ? [job.made] : []));
  }
  const written = await sideBySide(
    ctx.db,
    placed.map(
      ({ jobId, entry }) =>
        (db) =>
          createPastEntry({ ...ctx, db }, jobId, entry),
    ),
  );
  const wrote = written.map((outcome) => {
    if (!outcome.isDone) {
      throw outcome.error;
    }
    return { id: outcome.value.id, version: outcome.value.version, before: null };
  });
  return { wrote, made };
};

/** Makes new records. */
export const makeRecords = async (ctx: Context, kind: RecordKind, bodies: readonly unknown[]): Promise<Wrote[]> => {
  const made = await WRITERS[kind].insertAll(ctx, bodies as never[]);
  return made.map(({ id, version }) => ({ id, version, before: null }));
};

/** Changes a record that is there. */
export const changeRecord = async (ctx: Context, kind: RecordKind, id: number, body: unknown): Promise<Wrote> => {
  const { find, update } = WRITERS[kind];
  const before = await find(ctx, id);
  const after = await update(ctx, before as never, body as never);
  return { id: after.id, version: after.version, before: heldBefore(before, after) };
};

/** Puts back what a change held before. */
export const restoreRecord = async (
  ctx: Context,
  kind: RecordKind,
  id: number,
  before: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { find, update } = WRITERS[kind];
  await update(ctx, (await find(ctx, id)) as never, before as never);
};
