import { labelOf } from '#shared/kinds/registry.ts';
import { createHash } from 'node:crypto';
import type { Endpoint } from '#shared/endpoint.ts';
import { AppError, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { lockRecord } from '#server/data/records.ts';
import { claimKeys, claimKeyWithNext, type EarlierOutcome, type KeyOwner, TookEffectBefore } from '#server/data/sync-ops.ts';
import type { Database } from '#server/db/database.ts';
import { Journal, commitJournals, type Written } from '#server/db/journal.ts';
import type { WriteHeaders } from '#server/http/request-headers.ts';

/** The answer to a write. */
export interface WriteAnswer {
  /** JSON; null without a body. */
  readonly body: string | null;
  readonly version: number | null;
  /** The number of the organization's last change when this one took effect; null if nothing changed. */
  readonly seq: number | null;
  readonly isReplayed: boolean;
}

/** One write: everything that happens inside its transaction. */
export interface Write {
  readonly operation: string;
  readonly endpoint: Endpoint;
  /** Null outside of any organization. */
  readonly orgId: number | null;
  readonly userId: number;
  readonly apiKeyId: number | null;
  readonly headers: WriteHeaders;
  readonly params: Readonly<Record<string, string | number>>;
  /** As received, before any parsing. */
  readonly body: unknown;
  readonly status: number;
  readonly work: (db: Database, journal: Journal) => Promise<unknown>;
  readonly serialize: (result: unknown) => string;
  /** The record that the write is about, in its current state. */
  readonly readCurrent: (db: Database) => Promise<unknown>;
  /** The record with this id as the write would answer with it; undefined if it is gone. */
  readonly readAgain: (db: Database, id: number) => Promise<unknown>;
}

/** A write that was done, except for writing down what it changed; `written` is null if it had taken effect before. */
export interface Performed {
  readonly answer: WriteAnswer;
  readonly written: Written | null;
}

const numberIn = (result: unknown, name: 'id' | 'version'): number | null => {
  const value: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, name) : undefined;
  return typeof value === 'number' ? value : null;
};

/**
 * The same call, whichever of its addresses was used. Within an organization its id adds nothing; outside of any it says what the call is
 * about.
 */
const contentHash = ({ operation, endpoint, params, body }: Write): Buffer => {
  const { orgId: _orgId, ...rest } = params;
  return createHash('sha256')
    .update(JSON.stringify([operation, endpoint.scope === 'user' ? params : rest, body ?? null]))
    .digest();
};

const replay = async (db: Database, write: Write, earlier: EarlierOutcome): Promise<WriteAnswer> => {
  const found = { seq: earlier.seq, isReplayed: true };
  if (write.endpoint.response === null) {
    return { ...found, body: null, version: null };
  }
  if (earlier.answer !== null) {
    return { ...found, body: earlier.answer, version: numberIn(JSON.parse(earlier.answer), 'version') };
  }
  // The answer was deleted after its 30 days. Of a record that is gone only the id is left to return.
  const record = earlier.entityId === null ? undefined : await write.readAgain(db, earlier.entityId);
  return record === undefined
    ? { ...found, body: JSON.stringify({ id: earlier.entityId }), version: null }
    : { ...found, body: write.serialize(record), version: numberIn(record, 'version') };
};

/** Locks the record that is to be changed, and refuses if it is no longer what the sender saw (`If-Match`). */
const requireVersion = async (db: Database, { endpoint, orgId, params, body, headers, readCurrent }: Write): Promise<void> => {
  if (endpoint.scope !== 'record' || orgId === null || (endpoint.method !== 'PATCH' && endpoint.method !== 'DELETE')) {
    return;
  }
  const version = await lockRecord({ db, orgId }, endpoint.entity, Number(params['id']), body);
  if (headers.expectedVersion !== null && headers.expectedVersion !== version) {
    const message = refusalMessage('changedMeanwhile', { what: { term: labelOf(endpoint.entity) } });
    throw new AppError('version_mismatch', message, { current: await readCurrent(db) });
  }
};

/** Fields that only the first answer has are not stored with it. */
const kept = ({ endpoint, serialize }: Write, result: unknown): string => {
  const secrets = endpoint.secretFields ?? [];
  return serialize(secrets.length === 0 ? result : { ...Object(result), ...Object.fromEntries(secrets.map((name) => [name, null])) });
};

/** Whose keys its key is among. */
const ownerOf = ({ orgId, userId }: Write): KeyOwner => ({ organizationId: orgId ?? 0, userId });

/**
 * Does a write inside an open transaction that holds its key; `earlier` is what has taken effect under it before. 422 if that was something
 * else.
 */
export const perform = async (db: Database, write: Write, earlier: EarlierOutcome | undefined): Promise<Performed> => {
  const { headers, orgId, endpoint, operation } = write;
  const hash = headers.key === null ? null : contentHash(write);
  if (earlier !== undefined && hash !== null) {
    if (earlier.operation !== operation || !hash.equals(earlier.contentHash)) {
      throw refusal('key_reused', 'keyReused');
    }
    return { answer: await replay(db, write, earlier), written: null };
  }
  await requireVersion(db, write);
  const journal = new Journal(orgId ?? 0);
  const result = await write.work(db, journal);
  const body = endpoint.response === null ? null : write.serialize(result);
  const entityId = numberIn(result, 'id') ?? (typeof write.params['id'] === 'number' ? write.params['id'] : null);
  const outcome =
    headers.key === null || hash === null
      ? null
      : {
          key: headers.key,
          operation,
          contentHash: hash,
          deviceId: headers.deviceId,
          status: write.status,
          answer: endpoint.secretFields === undefined || body === null ? body : kept(write, result),
          entityId,
        };
  return { answer: { body, version: numberIn(result, 'version'), seq: null, isReplayed: false }, written: { journal, outcome } };
};

/**
 * Key, write, audit rows, change rows and the stored answer: one transaction, which takes effect as a whole or not at all. A refusal rolls
 * back, so it uses up no key; only what took effect is replayed.
 */
export const performWrite = async (pool: Database, write: Write): Promise<WriteAnswer> => {
  const { key } = write.headers;
  const owner = ownerOf(write);
  const author = { userId: write.userId, apiKeyId: write.apiKeyId, keptUnder: owner.organizationId };
  const inTransaction = (work: (db: Database) => Promise<Performed>): Promise<WriteAnswer> =>
    pool.transaction(async (db) => {
      const { answer, written } = await work(db);
      const [seq = null] = written === null ? [] : await commitJournals(db, author, [written]);
      return { ...answer, seq: answer.seq ?? seq };
    }, write.orgId ?? 0);
  if (key === null) {
    return inTransaction((db) => perform(db, write, undefined));
  }
  try {
    return await inTransaction(async (db) => {
      claimKeyWithNext(db, owner, key);
      try {
        return await perform(db, write, undefined);
      } catch (error) {
        // Refused before it asked the database anything: what has taken effect is replayed all the same.
        await db.queryAll([]);
        throw error;
      }
    });
  } catch (error) {
    if (!(error instanceof TookEffectBefore)) {
      throw error;
    }
    return inTransaction(async (db) => perform(db, write, (await claimKeys(db, owner, [key])).get(key)));
  }
};
