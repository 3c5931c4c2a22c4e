import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ApiKey } from '#shared/domain/api-key.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { apiKeys } from '#server/db/tables/index.ts';

type Row = typeof apiKeys.$inferSelect;

const withoutHash = ({ secretHash: _hash, ...key }: Row): ApiKey => key;

export const listApiKeys = async (ctx: Context): Promise<ApiKey[]> => {
  const rows = await ctx.db.orm
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, ctx.orgId))
    .orderBy(sql`lower(${apiKeys.name})`, apiKeys.id);
  return rows.map(withoutHash);
};

export const insertApiKey = async (
  ctx: Context,
  values: { name: string; accessLevel: Row['accessLevel']; isReadOnly: boolean; secretHash: Buffer },
): Promise<ApiKey> => {
  const [row] = await ctx.db.orm
    .insert(apiKeys)
    .values({ ...values, organizationId: ctx.orgId, userId: ctx.user.id })
    .returning();
  if (!row) {
    throw new Error('The database returned no row for the new API key.');
  }
  const { secretHash: _hash, ...noted } = values;
  ctx.journal.record({ entityType: 'api_key', entityId: row.id, action: 'create', subject: row.name, old: null, new: noted });
  return withoutHash(row);
};

/** The keys that the account made, in any organization, and that are still valid. */
export const listKeysOf = (db: Database, userId: number): Promise<{ organizationId: number; id: number; name: string }[]> =>
  db.orm
    .select({ organizationId: apiKeys.organizationId, id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
    .orderBy(apiKeys.organizationId, apiKeys.id);

/** Revokes the key from the next request on. Revoking it once more changes nothing. */
export const revokeApiKey = async (ctx: Pick<Context, 'db' | 'orgId' | 'journal'>, id: number): Promise<void> => {
  const mine = and(eq(apiKeys.organizationId, ctx.orgId), eq(apiKeys.id, id));
  const [row] = await ctx.db.orm
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(mine, isNull(apiKeys.revokedAt)))
    .returning();
  if (row) {
    ctx.journal.record({ entityType: 'api_key', entityId: id, action: 'delete', subject: row.name, old: { name: row.name }, new: null });
    return;
  }
  if ((await ctx.db.orm.select({ id: apiKeys.id }).from(apiKeys).where(mine)).length === 0) {
    throw refusal('not_found', 'apiKeyNotFound');
  }
};

/** Notes that the key was used; called once an hour at most. */
export const touchApiKey = (db: Database, organizationId: number, id: number, now: Date): Promise<void> =>
  db.transaction(async (transaction) => {
    await transaction.orm
      .update(apiKeys)
      .set({ lastUsedAt: now.toISOString() })
      .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, id)));
  }, organizationId);
