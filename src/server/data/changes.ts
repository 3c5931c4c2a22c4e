import type { Audited } from '#shared/domain/audit-log.ts';
import type { Context } from '#server/context.ts';

/** The state of an organization's numbered changes. */
export interface Standing {
  /** The number of the last change. */
  readonly seq: number;
  /** Changes up to this number are forgotten. */
  readonly forgotten: number;
}

export const findStanding = async (ctx: Context): Promise<Standing> => {
  const [row] = await ctx.db.query<Standing>({
    name: 'organization-standing',
    text: 'select seq, forgotten from organization_seq where organization_id = $1',
    values: [ctx.orgId],
  });
  if (!row) {
    throw new Error(`Organization ${ctx.orgId} has no numbers for its changes.`);
  }
  return row;
};

export interface ChangedRecord {
  readonly seq: number;
  readonly entityType: Audited;
  readonly entityId: number;
}

/** The next changes after a number, in order. */
export const listChanges = (ctx: Context, after: number, limit: number): Promise<ChangedRecord[]> =>
  ctx.db.query<ChangedRecord>({
    name: 'list-changes',
    text: `select seq, entity_type as "entityType", entity_id as "entityId" from changes
            where organization_id = $1 and seq > $2 order by seq limit $3`,
    values: [ctx.orgId, after, limit],
  });
