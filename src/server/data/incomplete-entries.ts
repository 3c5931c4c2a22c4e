import type { Context } from '#server/context.ts';
import { IS_MISSING, LACKING_OF_SERVICES } from '#server/data/entry-missing.ts';
import { OURS } from '#server/data/json-list.ts';

type Followed = Pick<Context, 'db' | 'orgId'>;

/** Writes what differs from the entries `lacking` among those that `l`, a row of the table, stands for. */
const renew = (lacking: string, isAmong: string): string => `
  with lacking as materialized (${lacking}), gone as (
    delete from incomplete_entries l
     where l.organization_id = $1 and ${isAmong} and not exists (select from lacking where id = l.entry_id)
  )
  insert into incomplete_entries as l (organization_id, entry_id, date) select $1, id, date from lacking
  on conflict (organization_id, entry_id) do update set date = excluded.date where l.date <> excluded.date`;

/** Notes which of these entries lack something now. */
export const renewIncomplete = async ({ db, orgId }: Followed, entryIds: readonly number[]): Promise<void> => {
  await db.query({
    name: 'renew-incomplete',
    text: renew(
      `select e.id, e.date from job_entries e where e.id = any($2::int[]) and e.${OURS} and e.deleted_at is null and ${IS_MISSING} is not null`,
      'l.entry_id = any($2::int[])',
    ),
    values: [orgId, entryIds],
  });
};

/** The same for all entries of these services. */
export const renewIncompleteOf = async ({ db, orgId }: Followed, serviceIds: readonly number[]): Promise<void> => {
  await db.query({
    name: 'renew-incomplete-of',
    text: renew(
      LACKING_OF_SERVICES,
      'exists (select from job_entries e where e.organization_id = $1 and e.id = l.entry_id and e.service_type_id = any($2::int[]))',
    ),
    values: [orgId, serviceIds],
  });
};

/** All of the organization's entries anew. */
export const renewAllIncomplete = async (ctx: Followed): Promise<void> => {
  await ctx.db.query({ text: 'delete from incomplete_entries where organization_id = $1', values: [ctx.orgId] });
  const services = await ctx.db.query<{ id: number }>({
    text: 'select id from service_types where organization_id = $1 and deleted_at is null',
    values: [ctx.orgId],
  });
  await renewIncompleteOf(
    ctx,
    services.map(({ id }) => id),
  );
};

/** The services that ask for one of these data fields. */
export const servicesThatAskFor = async ({ db, orgId }: Followed, fieldIds: readonly number[]): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({
    text: 'select id from service_types where organization_id = $1 and required_field_ids && $2::int[]',
    values: [orgId, fieldIds],
  });
  return rows.map(({ id }) => id);
};
