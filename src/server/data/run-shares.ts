import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { Run } from '#shared/domain/run.ts';
import { fuelSharesOf, type RunEntry } from '#shared/domain/run-fuel.ts';
import type { Context } from '#server/context.ts';
import { useKey } from '#server/data/field-uses.ts';
import type { Step } from '#server/db/database.ts';
import { doStep } from '#server/db/gather.ts';

interface SharedRun extends Pick<Run, 'id' | 'fuel' | 'shareBy'> {
  readonly entries: readonly RunEntry[];
  readonly fields: readonly Pick<CustomDataField, 'name' | 'fieldType' | 'isSystem'>[];
}

/** An entry's fuel as it is to be. */
interface Share {
  readonly id: number;
  readonly fuel: number | null;
  /** It had none, or loses it: how many more entries hold fuel. */
  readonly more: number;
}

interface Asked {
  readonly runIds: readonly number[];
  /** Their fuel is not known any more: nobody has a share. */
  readonly isCleared: boolean;
}

type Where = Pick<Context, 'db' | 'orgId'>;

// Of an entry's own values only what can weigh. One look-up per job and service: from a join, the planner makes one that reads all jobs.
const READ = `
  select r.id, r.fuel, r.share_by as "shareBy",
         (select coalesce(json_agg(json_build_object(
                   'id', e.id, 'fuel', e.fuel, 'totalHours', e.total_hours, 'loads', e.loads,
                   'isBilled', (select j.status = 'billed' from jobs j where j.organization_id = e.organization_id and j.id = e.job_id),
                   'serviceTypeName', (
                     select s.name from service_types s where s.organization_id = e.organization_id and s.id = e.service_type_id),
                   'customFieldValues', (
                     select coalesce(jsonb_object_agg(v.key, v.value), '{}') from jsonb_each(e.custom_field_values) v
                      where jsonb_typeof(v.value) = 'number'))), '[]')
            from job_entries e
           where e.organization_id = $1 and e.run_id = r.id and e.deleted_at is null) as entries,
         (select coalesce(json_agg(json_build_object('name', name, 'fieldType', field_type, 'isSystem', is_system) order by id), '[]')
            from custom_data_fields
           where organization_id = $1 and field_type = 'number' and not is_system and deleted_at is null) as fields
    from runs r
   where r.organization_id = $1 and r.id = any($2::int[]) and r.deleted_at is null and r.share_by <> 'hand'`;

// One after the other by their ids. What the office checked was the entry before.
const WRITE = `
  with given as (
    select * from json_to_recordset($2::json) as t (id int, fuel numeric)
  ), held as materialized (
    select id from job_entries where organization_id = $1 and id = any(array(select id from given)) order by id for update
  )
  update job_entries e
     set fuel = given.fuel, version = e.version + 1, updated_at = now(), checked_by = null, checked_at = null
    from given join held on held.id = given.id
   where e.organization_id = $1 and e.id = given.id`;

const changesIn = (run: SharedRun, isCleared: boolean): Share[] => {
  const shares = fuelSharesOf(run, run.entries, run.fields)?.shares ?? null;
  const fuelAfter = (entry: RunEntry): number | null =>
    entry.isBilled || (shares === null && !isCleared) ? entry.fuel : (shares?.get(entry.id) ?? null);
  return run.entries.flatMap((entry) => {
    const fuel = fuelAfter(entry);
    const more = Number(fuel !== null) - Number(entry.fuel !== null);
    return fuel === entry.fuel ? [] : { id: entry.id, fuel, more };
  });
};

const share: Step<Where, Asked, readonly Share[]> = {
  isRead: false,
  run: async ({ db, orgId }, asked) => {
    const ids = [...new Set(asked.flatMap(({ runIds }) => runIds))];
    const runs = await db.query<SharedRun>({ name: 'read-shared-runs', text: READ, values: [orgId, ids] });
    const cleared = new Set(asked.filter(({ isCleared }) => isCleared).flatMap(({ runIds }) => runIds));
    const changes = new Map(runs.map((run) => [run.id, changesIn(run, cleared.has(run.id))]));
    const all = [...changes.values()].flat();
    if (all.length > 0) {
      await db.query({ name: 'write-shares', text: WRITE, values: [orgId, JSON.stringify(all)] });
    }
    // Each is told to one only, who counts it.
    return asked.map(({ runIds }) =>
      runIds.flatMap((id) => {
        const own = changes.get(id) ?? [];
        changes.delete(id);
        return own;
      }),
    );
  },
};

/** Gives the entries of these runs, which are held, what is theirs of the fuel, and notes it for devices. Nothing where it is shared by hand. */
export const writeShares = async (ctx: Pick<Context, 'db' | 'orgId' | 'journal'>, asked: Asked): Promise<void> => {
  if (asked.runIds.length === 0) {
    return;
  }
  const changed = await doStep(share, ctx, asked);
  ctx.journal.touch(
    'job_entry',
    changed.map(({ id }) => id),
  );
  ctx.journal.countUse(
    useKey('fuel', ''),
    changed.reduce((sum, { more }) => sum + more, 0),
  );
};
