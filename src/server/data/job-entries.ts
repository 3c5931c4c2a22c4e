import type { JobEntry } from '#shared/domain/job-entry.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { conditionsOf, type EntryFilter } from '#server/data/entry-filter.ts';
import { RECORDS_AS_JSON, select, SELECT_ONE, selectPart } from '#server/data/entry-sql.ts';
import { countUses } from '#server/data/field-uses.ts';
import { type JsonPart, type JsonRecords, readPart, readRecords } from '#server/data/json-list.ts';
import { ascending } from '#server/data/org-list.ts';
import { orgTable } from '#server/data/org-table.ts';
import { jobEntries } from '#server/db/tables/index.ts';

const table = orgTable('jobEntry', jobEntries, {
  subject: (row) => `entry of ${row.date}`,
  // Lists of entries are read otherwise, below.
  order: ascending(),
  // Whoever changes it: what was checked was the entry as it was before.
  resets: { checkedBy: null, checkedAt: null },
});

type Row = Awaited<ReturnType<typeof table.find>>;
export type EntryValues = Parameters<typeof table.update>[2];

/** What it lacks is not looked up for many at once. */
export type ListedEntry = Omit<JobEntry, 'missing'>;

interface DeletedEntry {
  readonly jobId: number;
  readonly runId: number | null;
  readonly createdBy: number | null;
  readonly jobIsDeleted: boolean;
  readonly awaitsJob: boolean;
  readonly customerId: number;
}

export const jobEntryData = {
  requireAll: table.requireAll,
  /** Newest date first; everything that matches the filter. */
  list: async (ctx: Pick<Context, 'db' | 'orgId'>, filter: EntryFilter): Promise<ListedEntry[]> => {
    const values: unknown[] = [ctx.orgId];
    const { shape, ...sought } = conditionsOf(filter, (value) => `$${values.push(value)}`);
    return ctx.db.query<ListedEntry>({ name: `entries ${shape}`, text: select(sought), values });
  },
  /** A part of the same list, as JSON. */
  listJson: (ctx: Pick<Context, 'db' | 'orgId'>, filter: EntryFilter & { readonly limit: number }): Promise<JsonPart> => {
    const more: unknown[] = [];
    const { shape, ...sought } = conditionsOf(filter, (value) => `$${more.push(value) + 2}`);
    return readPart(ctx, {
      name: `entries ${shape}`,
      text: (limit) => selectPart(sought, limit),
      values: [ctx.orgId, filter.limit, ...more],
    });
  },
  /** Those of the ids that exist: what devices get for a change. */
  listChanged: (ctx: Pick<Context, 'db' | 'orgId' | 'user'>, ids: readonly number[]): Promise<JsonRecords> =>
    readRecords(ctx, { name: 'entries changed', text: RECORDS_AS_JSON }, ids),
  find: async (ctx: Context, id: number): Promise<JobEntry> => {
    const [entry] = await ctx.db.query<JobEntry>({
      name: 'find-job-entry',
      text: SELECT_ONE,
      values: [ctx.orgId, id],
    });
    if (!entry) {
      throw refusal('not_found', 'notFound', { what: { term: 'Job entry' } });
    }
    return entry;
  },
  /** A deleted entry and whether its job is deleted too; 409 if the entry is not deleted. */
  findDeleted: async (ctx: Context, id: number): Promise<DeletedEntry> => {
    const [row] = await ctx.db.query<DeletedEntry>({
      text: `select e.job_id as "jobId", e.run_id as "runId", e.created_by as "createdBy", j.deleted_at is not null as "jobIsDeleted",
                    j.is_placeholder as "awaitsJob", e.customer_id as "customerId"
               from job_entries e join jobs j on j.organization_id = e.organization_id and j.id = e.job_id
              where e.organization_id = $1 and e.id = $2 and e.deleted_at is not null`,
      values: [ctx.orgId, id],
    });
    if (!row) {
      throw refusal('conflict', 'entryNotDeletedAnyMore');
    }
    return row;
  },
  update: async (ctx: Context, before: JobEntry, values: EntryValues, called: string): Promise<Row> => {
    const after = await table.update(ctx, before.id, values, called);
    countUses(ctx, before, after);
    return after;
  },
  remove: async (ctx: Context, id: number, called: string): Promise<void> => {
    countUses(ctx, await table.remove(ctx, id, called), null);
  },
  restore: async (ctx: Context, id: number, called: string): Promise<void> => {
    countUses(ctx, null, await table.restore(ctx, id, called));
  },
};
