import type { JobEntry } from '#shared/domain/job-entry.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { conditionsOf, type EntryFilter } from '#server/data/entry-filter.ts';
import { select, selectJson } from '#server/data/entry-sql.ts';
import { countUses } from '#server/data/field-uses.ts';
import { byDate } from '#server/data/list-cursor.ts';
import type { JsonPart } from '#server/data/json-rows.ts';
import { orgTable } from '#server/data/org-table.ts';
import { jobEntries } from '#server/db/tables/index.ts';

const table = orgTable('jobEntry', jobEntries, {
  subject: (row) => `entry of ${row.date}`,
  order: [byDate(jobEntries.date, 'date')],
  direction: 'desc',
  // Whoever changes it: what was checked was the entry as it was before.
  resets: { checkedBy: null, checkedAt: null },
});

type Row = Awaited<ReturnType<typeof table.find>>;
export type EntryValues = Parameters<typeof table.update>[2];

// The planner assumes that a bound limit returns a tenth of all rows, and then joins whole tables to them; a literal one is taken at its
// word. There are few sizes, because each is a statement of its own. Each is one more than people ask for: that row shows whether there is
// a next page.
const PAGE_SIZES = [6, 11, 26, 51, 101, 129, 201, 501, 1001];

interface DeletedEntry {
  readonly jobId: number;
  readonly createdBy: number | null;
  readonly jobIsDeleted: boolean;
  readonly awaitsJob: boolean;
  readonly customerId: number;
}

export const jobEntryData = {
  requireAll: table.requireAll,
  /** Newest date first; everything that matches the filter. */
  list: async (ctx: Pick<Context, 'db' | 'orgId'>, filter: EntryFilter): Promise<JobEntry[]> => {
    const values: unknown[] = [ctx.orgId];
    const { text, shape, search } = conditionsOf(filter, (value) => `$${values.push(value)}`);
    return ctx.db.query<JobEntry>({ name: `entries ${shape}`, text: select(text, '', search), values });
  },
  /** A part of the same list, as JSON. */
  listJson: async (ctx: Pick<Context, 'db' | 'orgId'>, filter: EntryFilter & { readonly limit: number }): Promise<JsonPart> => {
    const values: unknown[] = [ctx.orgId, filter.limit];
    const { text, shape, search } = conditionsOf(filter, (value) => `$${values.push(value)}`);
    const size = PAGE_SIZES.find((each) => each > filter.limit) ?? filter.limit + 1;
    const [part] = await ctx.db.query<JsonPart>({
      name: `entries ${shape} ${size}`,
      text: selectJson(text, `limit ${size}`, search),
      values,
    });
    return part ?? { items: '', count: 0, cursor: null };
  },
  find: async (ctx: Context, id: number): Promise<JobEntry> => {
    const [entry] = await ctx.db.query<JobEntry>({ name: 'find-job-entry', text: select('and id = $2', ''), values: [ctx.orgId, id] });
    if (!entry) {
      throw refusal('not_found', 'notFound', { what: { term: 'Job entry' } });
    }
    return entry;
  },
  /** A deleted entry and whether its job is deleted too; 409 if the entry is not deleted. */
  findDeleted: async (ctx: Context, id: number): Promise<DeletedEntry> => {
    const [row] = await ctx.db.query<DeletedEntry>({
      text: `select e.job_id as "jobId", e.created_by as "createdBy", j.deleted_at is not null as "jobIsDeleted",
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
