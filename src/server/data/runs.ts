import { run } from '#shared/domain/run.ts';
import type { Context } from '#server/context.ts';
import { byDate } from '#server/data/list-cursor.ts';
import { descending, jsonList } from '#server/data/org-list.ts';
import { orgTable } from '#server/data/org-table.ts';
import { type ChangedEntry, touchEntries } from '#server/data/records.ts';
import { runs } from '#server/db/tables/index.ts';

const newestFirst = descending(byDate('date'));
const table = orgTable('run', runs, { subject: ({ date }) => date, order: newestFirst });

type Where = Pick<Context, 'db' | 'orgId' | 'journal'>;

// One after the other by their ids, as everyone who changes several entries.
const MOVE = (condition: string, runId: string): string => `
  with held as materialized (
    select id from job_entries where organization_id = $1 and ${condition} order by id for update
  )
  update job_entries e set run_id = ${runId}, version = e.version + 1, updated_at = now() from held
   where e.organization_id = $1 and e.id = held.id returning e.id, e.deleted_at is not null as "isDeleted"`;

export const runData = {
  ...table,
  ...jsonList(newestFirst, { schema: run, table: runs }),
  /** Takes the run, which is held, away from all of its entries, and returns which these were. */
  takeFromEntries: async (ctx: Where, id: number): Promise<number[]> => {
    const moved = await ctx.db.query<ChangedEntry>({ name: 'leave-run', text: MOVE('run_id = $2', 'null'), values: [ctx.orgId, id] });
    touchEntries(ctx, moved);
    return moved.map((entry) => entry.id).sort((one, other) => one - other);
  },
  /** Gives it back to those of the entries that are in no other run by now. */
  giveToEntries: async (ctx: Where, id: number, entryIds: readonly number[]): Promise<void> => {
    const moved = await ctx.db.query<ChangedEntry>({
      name: 'return-to-run',
      text: MOVE('id = any($3::int[]) and run_id is null', '$2'),
      values: [ctx.orgId, id, entryIds],
    });
    touchEntries(ctx, moved);
  },
  /** The runs of the entries of a job: of those that are there, and those that went with it. */
  idsOfJob: async ({ db, orgId }: Where, jobId: number): Promise<number[]> => {
    const rows = await db.query<{ id: number }>({
      name: 'runs-of-job',
      text: `select distinct run_id as id from job_entries
              where organization_id = $1 and job_id = $2 and run_id is not null and (deleted_at is null or deleted_with_job)`,
      values: [orgId, jobId],
    });
    return rows.map(({ id }) => id);
  },
};
