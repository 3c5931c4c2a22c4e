import type { Context } from '#server/context.ts';
import type { Database, Statement } from '#server/db/database.ts';

/** Whose keys they are. */
export interface KeyOwner {
  /** 0: outside of any organization. */
  readonly organizationId: number;
  readonly userId: number;
}

/** The outcome of a keyed write that took effect. */
export interface EarlierOutcome {
  readonly key: string;
  readonly operation: string;
  /** SHA-256 of the whole request. */
  readonly contentHash: Buffer;
  readonly status: number;
  /** Null: no body, or no longer stored. */
  readonly answer: string | null;
  readonly entityId: number | null;
  readonly seq: number | null;
}

/** Two statements: the second one sees what the request that the first one waited for has committed. */
const claiming = ({ organizationId, userId }: KeyOwner, keys: readonly string[], named: readonly string[]): Statement[] => [
  {
    name: 'lock-keys',
    text: `select pg_advisory_xact_lock(hashtextextended($1 || key, 0)) from unnest($2::text[]) as key`,
    // In the same order everywhere, so that two that share several keys do not deadlock.
    values: [`${organizationId}/${userId}/`, keys.toSorted()],
  },
  {
    name: 'find-outcomes',
    text: `select key, operation, content_hash as "contentHash", status, answer, entity_id as "entityId", seq
             from sync_ops where organization_id = $1 and user_id = $2 and key = any($3)`,
    values: [organizationId, userId, [...new Set([...keys, ...named])]],
  },
];

/**
 * Takes the keys for this transaction, and finds what has taken effect under them or under the `named` ones. A concurrent request with one
 * of them waits here until this one has ended.
 */
export const claimKeys = async (
  db: Database,
  owner: KeyOwner,
  keys: readonly string[],
  named: readonly string[] = [],
): Promise<Map<string, EarlierOutcome>> => {
  const [, found] = await db.queryAll(claiming(owner, keys, named));
  return new Map((found as EarlierOutcome[]).map((outcome) => [outcome.key, outcome]));
};

/** A write took effect before. */
export class TookEffectBefore extends Error {}

/**
 * The same for one key together with the next statement of the transaction, whose sender gets `TookEffectBefore` instead of its rows if
 * something has taken effect under the key: the transaction is then to be rolled back.
 */
export const claimKeyWithNext = (db: Database, owner: KeyOwner, key: string): void => {
  db.sendWithNext(claiming(owner, [key], []), ([, found = []]) => {
    if (found.length > 0) {
      throw new TookEffectBefore();
    }
  });
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
