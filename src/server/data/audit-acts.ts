import { auditAct } from '#shared/domain/audit-log.ts';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { Context } from '#server/context.ts';
import { AUDIT_ITEM, hiddenFrom } from '#server/data/audit-logs.ts';
import { type Act, type Deed, gatherActs } from '#server/data/gather-acts.ts';
import { type JsonPart, jsonStatements } from '#server/data/json-list.ts';
import { idOfCursor } from '#server/data/list-cursor.ts';

const { part } = jsonStatements({ ...AUDIT_ITEM, schema: auditAct, given: { ...AUDIT_ITEM.given, count: 'e.records::text' } });
const ACTS = part(
  `select a.*, o.records, o.place from unnest($3::int[], $4::int[]) with ordinality as o (id, records, place)
     join audit_logs a on a.id = o.id and a.organization_id is not distinct from $1`,
  'e.place',
  'null::text',
);

const DEED = `id, entity_type as "entityType", entity_id as "entityId", action, import_id as "importId", "timestamp", alike,
  coalesce(user_id, 0) || ' ' || coalesce(api_key_id, 0) as author,
  (changes #> '{new,isPlaceholder}' = 'true' or changes #> '{old,isPlaceholder}' = 'true') is true as "isPlaceholder",
  case when action = 'update' and jsonb_typeof(changes -> 'new') = 'object'
       then (select string_agg(field, ' ' order by field) from jsonb_object_keys(changes -> 'new') field)
            || case when changes #> '{new,checkedAt}' = 'null' then ' unchecked' else '' end end as fields`;
const MAY_SEE = 'organization_id = $1 and alike > 0 and entity_type <> all($2)';

/** Of which deeds: of one person only, and before an item of the audit log; without these, the last of all. */
interface Wanted {
  readonly userId: number | undefined;
  readonly before: number | undefined;
}

/** The last deeds of those wanted. */
const listDeeds = (ctx: Context, { userId, before }: Wanted, limit: number): Promise<Deed[]> => {
  const given = [['user_id =', userId] as const, ['id <', before] as const].filter(([, value]) => value !== undefined);
  const conditions = given.map(([condition], index) => ` and ${condition} $${index + 3}`).join('');
  return ctx.db.query<Deed>({
    name: `list-deeds${conditions} ${limit}`,
    text: `select ${DEED} from audit_logs where ${MAY_SEE}${conditions} order by id desc limit ${limit}`,
    values: [ctx.orgId, hiddenFrom(ctx) ?? [], ...given.map(([, value]) => value)],
  });
};

/** More kinds of deeds are in no transaction but large batches. */
const MOST_KINDS = 20;

/** The deeds from an item on, the newest last. */
const listDeedsFrom = (ctx: Context, from: number): Promise<Deed[]> =>
  ctx.db.query<Deed>({
    name: 'list-deeds-from',
    text: `select ${DEED} from audit_logs where ${MAY_SEE} and id >= $3 order by id limit ${MOST_KINDS}`,
    values: [ctx.orgId, hiddenFrom(ctx) ?? [], from],
  });

const readActs = async ({ db, orgId }: Context, acts: readonly Act[]): Promise<JsonPart> => {
  const values = [orgId, acts.length, acts.map(({ id }) => id), acts.map(({ count }) => count)];
  const [found] = acts.length === 0 ? [] : await db.query<JsonPart>({ name: 'list-acts', text: ACTS, values });
  return found ?? { items: '', count: 0, cursor: null };
};

/** How many deeds are read at once: few are enough, unless many were one act, as those of an import. */
const WINDOWS = [24, 100, 1000, 4000];

const gather = async (ctx: Context, limit: number, wanted: Wanted) => {
  const begun = wanted.before === undefined ? [] : await listDeedsFrom(ctx, wanted.before);
  let gathered = gatherActs([], limit);
  for (const size of WINDOWS.filter((each, index) => each > limit || index === WINDOWS.length - 1)) {
    const deeds = await listDeeds(ctx, wanted, size);
    gathered = gatherActs(deeds, limit, begun);
    if (gathered.isMore || deeds.length < size) {
      return gathered;
    }
  }
  return { ...gathered, isMore: true };
};

interface ActsQuery extends PageQuery {
  readonly limit: number;
  /** Only what this person did. */
  readonly userId?: number | undefined;
}

/** A part of what people did that the caller may see, the newest first: an item for each act. */
export const listActs = async (ctx: Context, { limit, cursor, userId }: ActsQuery): Promise<JsonPart> => {
  const wanted = { userId, before: cursor === undefined ? undefined : idOfCursor(cursor) };
  const { acts, lastId, isMore } = await gather(ctx, limit, wanted);
  return { ...(await readActs(ctx, acts)), cursor: isMore && lastId !== null ? String(lastId) : null };
};
