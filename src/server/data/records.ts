import { type Entity, labelOf } from '#shared/kinds/registry.ts';
import { tableOf } from '#shared/kinds/spellings.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';

/**
 * Locks the record until the transaction ends, so that no decision is based on outdated values, and returns its version. 404 if it was
 * deleted.
 */
export const lockRecord = async (ctx: Pick<Context, 'db' | 'orgId'>, entity: Entity, id: number): Promise<number> => {
  if (entity === 'jobEntry') {
    // Its job and organization first, in the same order as changing one of those and its entries: otherwise they would deadlock. 'No job
    // yet' first of all and exclusively: it is deleted with its last entry, and two that share the lock would wait for each other.
    await ctx.db.query({
      name: 'lock-above-entry',
      text: `with placeholder as materialized (
               select id from jobs
                where organization_id = $1 and is_placeholder and id = (select job_id from job_entries where organization_id = $1 and id = $2)
                  for update
             )
             select from jobs j join organizations o on o.id = j.organization_id
              where j.organization_id = $1 and j.id = (select job_id from job_entries where organization_id = $1 and id = $2)
                and (select count(*) from placeholder) >= 0 for share`,
      values: [ctx.orgId, id],
    });
  }
  const [row] = await ctx.db.query<{ version: number }>({
    name: `lock-${entity}`,
    text: `select version from ${tableOf(entity)} where organization_id = $1 and id = $2 and deleted_at is null for update`,
    values: [ctx.orgId, id],
  });
  if (!row) {
    throw refusal('not_found', 'notFound', { what: { term: labelOf(entity) } });
  }
  return row.version;
};

/** What a statement that changes many entries returns for each. */
export interface ChangedEntry {
  readonly id: number;
  readonly isDeleted: boolean;
}

/**
 * Before all entries of the organization may be changed: nobody writes one until the transaction ends, because that locks the
 * organization's row. The jobs come next, in the same order as changing a job and its entries, to avoid deadlocks.
 */
export const lockAllEntries = async (ctx: Pick<Context, 'db' | 'orgId'>): Promise<void> => {
  // Weaker than `update`: the foreign keys of others' journals read this row while they hold the numbers that our own journal waits for.
  await ctx.db.query({ text: 'select from organizations where id = $1 for no key update', values: [ctx.orgId] });
  await ctx.db.query({ text: 'select from jobs where organization_id = $1 order by id for share', values: [ctx.orgId] });
};

/** Notifies devices of entries that changed in the wake of something else, however many; deleted ones need no notice. */
export const touchEntries = ({ journal }: Pick<Context, 'journal'>, changed: readonly ChangedEntry[]): void =>
  journal.touch(
    'job_entry',
    changed.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id),
  );
