import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';

/** A write with an idempotency key. */
export interface KeyedWrite {
  /** 0: outside of any organization. */
  readonly organizationId: number;
  readonly userId: number;
  readonly key: string;
  /** The name of the call in the contract. */
  readonly operation: string;
  /** SHA-256 of the whole request. */
  readonly contentHash: Buffer;
  readonly deviceId: string | null;
}

/** The outcome of the write with this key, once it took effect. */
export interface EarlierOutcome {
  readonly status: number;
  /** Null: no body, or no longer stored. */
  readonly answer: string | null;
  readonly entityId: number | null;
  readonly seq: number | null;
}

/**
 * Claims the key for this transaction; if it returns nothing, the write is to be done. A concurrent request with the same key is waited
 * for. If the key has taken effect already, its outcome is returned, and nothing is to be written. 422 if it was used for something else. A
 * refusal rolls back, and with it the key, which is then free again.
 */
export const claimKey = async (db: Database, write: KeyedWrite): Promise<EarlierOutcome | undefined> => {
  const fresh = await db.query({
    name: 'claim-key',
    text: `insert into sync_ops (organization_id, user_id, key, operation, content_hash, device_id) values ($1, $2, $3, $4, $5, $6)
           on conflict do nothing returning 1`,
    values: [write.organizationId, write.userId, write.key, write.operation, write.contentHash, write.deviceId],
  });
  if (fresh.length > 0) {
    return undefined;
  }
  const [earlier] = await db.query<EarlierOutcome & { isSame: boolean }>({
    name: 'find-outcome',
    text: `select status, answer, entity_id as "entityId", seq, operation = $4 and content_hash = $5 as "isSame"
             from sync_ops where organization_id = $1 and user_id = $2 and key = $3`,
    values: [write.organizationId, write.userId, write.key, write.operation, write.contentHash],
  });
  if (!earlier) {
    throw new Error('A key that could not be taken is gone.');
  }
  if (!earlier.isSame) {
    throw refusal('key_reused', 'keyReused');
  }
  return earlier;
};

/** A record and the keyed write that made it. */
export interface CreatedRecord {
  readonly operation: string;
  readonly id: number;
  readonly key: string;
}

/** What the caller made by one of these operations after a number: the first of it, or the latest. */
export const listCreatedRecords = (ctx: Context, operations: readonly string[], after: number, which: 'first' | 'last', limit: number) =>
  ctx.db.query<CreatedRecord>({
    name: `list-makings-${which}`,
    text: `select operation, entity_id as id, key from sync_ops
            where organization_id = $1 and user_id = $2 and seq > $3 and operation like '%.create%' and operation = any($4)
            order by seq ${which === 'first' ? 'asc' : 'desc'} limit $5`,
    values: [ctx.orgId, ctx.user.id, after, operations, limit],
  });
