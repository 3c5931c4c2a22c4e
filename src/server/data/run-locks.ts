import type { Run } from '#shared/domain/run.ts';
import type { Context } from '#server/context.ts';
import type { Step } from '#server/db/database.ts';
import { doStep } from '#server/db/gather.ts';

/** A run that stays as it is until the transaction ends. */
export interface HeldRun extends Pick<Run, 'id' | 'fuel' | 'shareBy'> {
  readonly isDeleted: boolean;
}

interface Asked {
  readonly runIds: readonly number[];
  /** Jobs of entries that come to these runs, and entries whose jobs these are: deleted ones too, which may come back meanwhile. */
  readonly jobIds?: readonly number[];
  readonly entryIds?: readonly number[];
}

type Where = Pick<Context, 'db' | 'orgId'>;

// Jobs, then runs; entries come after them, by their ids. Whoever writes an entry of a run locks in this order, and nobody deadlocks. The
// jobs of all of its entries, because none may be billed while the entries get their shares.
const HOLD = `
  with held as materialized (
    select from jobs j join organizations o on o.id = j.organization_id
     where j.organization_id = $1
       and j.id = any($3::int[] || array(
             select job_id from job_entries
              where organization_id = $1 and (deleted_at is null and run_id = any($2::int[]) or id = any($4::int[]))))
     order by j.id for share
  )
  select id, fuel, share_by as "shareBy", deleted_at is not null as "isDeleted" from runs
   where organization_id = $1 and id = any($2::int[]) and (select count(*) from held) >= 0 order by id for no key update`;

const hold: Step<Where, Asked, readonly HeldRun[]> = {
  // It locks, and changes nothing.
  isRead: true,
  run: async ({ db, orgId }, asked) => {
    const all = (idsOf: (one: Asked) => readonly number[] | undefined): number[] => [...new Set(asked.flatMap((one) => idsOf(one) ?? []))];
    const values = [orgId, all(({ runIds }) => runIds), all(({ jobIds }) => jobIds), all(({ entryIds }) => entryIds)];
    const held = await db.query<HeldRun>({ name: 'hold-runs', text: HOLD, values });
    return asked.map(({ runIds }) => held.filter(({ id }) => runIds.includes(id)));
  },
};

/**
 * Locks these runs, deleted ones too, and before them the jobs of all of their entries, until the transaction ends. Those that the
 * organization does not have are left out.
 */
export const holdRuns = async (ctx: Where, asked: Asked): Promise<readonly HeldRun[]> =>
  asked.runIds.length === 0 ? [] : doStep(hold, ctx, asked);
