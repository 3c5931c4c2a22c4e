import type { Audited } from '#shared/domain/audit-log.ts';
import type { Context } from '#server/context.ts';

/** An organization's numbered changes, and the next of them after a number. */
export interface NextChanges {
  /** The number of the last change. */
  readonly seq: number;
  /** Changes up to this number are forgotten. */
  readonly forgotten: number;
  readonly count: number;
  /** The number of the last of the next changes; null: there are none. */
  readonly last: number | null;
  /** The records that they are about, in the order of the changes; one that changed twice is there twice. */
  readonly ids: Readonly<Partial<Record<Audited, readonly number[]>>>;
}

/** The next changes after a number; none after null. */
export const findNextChanges = async (ctx: Context, after: number | null, limit: number): Promise<NextChanges> => {
  const [found] = await ctx.db.query<NextChanges>({
    name: 'next-changes',
    text: `select s.seq, s.forgotten, c.count, c.last, c.ids
             from organization_seq s, lateral (
                    select coalesce(sum(k.count), 0)::int as count, max(k.last) as last,
                           coalesce(json_object_agg(k.entity_type, k.ids) filter (where k.count > 0), '{}') as ids
                      from (select entity_type, count(*), max(seq) as last, json_agg(entity_id order by seq) as ids
                              from (select seq, entity_type, entity_id from changes
                                     where organization_id = $1 and seq > $2::bigint order by seq limit $3) next
                             group by entity_type) k) c
            where s.organization_id = $1`,
    values: [ctx.orgId, after, limit],
  });
  if (!found) {
    throw new Error(`Organization ${ctx.orgId} has no numbers for its changes.`);
  }
  return found;
};
