import { madeByInPath } from '#shared/domain/made-by.ts';
import { type Core, writeQueue } from '#client/offline/engine/core.ts';
import type { Tx, WireRequest } from '#client/offline/engine/ports.ts';
import { ITEM_VERSION, type Frozen, isTempId, type SyncItem } from '#client/offline/storage/item.ts';
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import { addressOf } from '#client/offline/storage/paths.ts';
import { areFilesKept, isDue, isToBeSent, isTooOld } from './claim.ts';
import { about, withKey } from './marks.ts';
import { aboutAny, spansOf } from './spans.ts';
import { mapFiles, mapIds } from './references.ts';
import { knownIds } from './known-ids.ts';

/** With its answer, which is some three times as long, half a minute on a line of 0.1 Mbit/s. */
const MOST_LETTERS = 120_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** What a line of 16 kbit/s takes for a byte of the request and its share of the answer. */
const MS_PER_LETTER = 2;

/** Changes of one user in one organization that travel together, in their order, and what became of the others that were looked at. */
export interface Claimed {
  readonly items: readonly SyncItem[];
  /** Ids of changes that wait for another one, with the dependency key that blocks them. */
  readonly blocked: readonly (readonly [key: string, id: string])[];
  /** Ids of changes that did not fit. */
  readonly left: readonly string[];
  /** Ids of changes whose files have to be sent first. */
  readonly withFiles: readonly string[];
  /** Ids of changes that are not to be sent, for a reason that their user has to see. */
  readonly stopped: readonly string[];
  /** When the first of those that are backing off becomes due; null if there is none. */
  readonly nextAt: number | null;
}

export interface ClaimOptions {
  /** Even what is backing off. */
  readonly isAsked: boolean;
  /** The maximum number of changes. */
  readonly most: number;
  /** Organizations whose changes are not to be sent. */
  readonly foreignOrgIds: ReadonlySet<number>;
}

/** What is known while a batch is put together, in one transaction. */
class Packing {
  readonly items: SyncItem[] = [];
  /** The creates among them, by the temporary id of what they make. */
  private readonly creates = new Map<number, SyncItem>();
  private readonly firstPlaces = new Map<string, number | undefined>();
  private readonly realIds = new Map<number, number | undefined>();
  /** Stores of which no candidate's record has other changes than its create. */
  private readonly plainStores = new Set<RecordStore>();
  private letters = 0;
  private readonly tx: Tx;

  constructor(tx: Tx) {
    this.tx = tx;
  }

  /** Looks at all candidates together for what would else be looked for at each. */
  async prepare(candidates: readonly SyncItem[]): Promise<void> {
    for (const store of new Set(candidates.map((item) => item.store))) {
      const creates = candidates.filter((item) => item.store === store && item.operation === 'create');
      const [userId] = creates.map((item) => item.userId);
      const spans = userId === undefined ? [] : spansOf(creates.map(({ target }) => target)).map((span) => aboutAny(userId, store, span));
      const counts = await Promise.all(spans.map((span) => this.tx.count('syncQueue', span)));
      if (counts.reduce((sum, count) => sum + count, 0) === creates.length) {
        this.plainStores.add(store);
      }
    }
  }

  /** Whether the change may travel with the others: in one organization, from one device, and not too much. */
  fits(item: SyncItem, most: number): boolean {
    const [first] = this.items;
    return (
      first === undefined ||
      (this.items.length < most && first.orgId === item.orgId && first.deviceId === item.deviceId && this.letters < MOST_LETTERS)
    );
  }

  add(item: SyncItem): void {
    this.items.push(item);
    this.letters += (item.frozen?.body?.length ?? 0) + 200;
    if (item.operation === 'create') {
      this.creates.set(item.target, item);
    }
  }

  /**
   * The dependency key that blocks a change from being sent with the others; null if nothing does. It may use what others of the batch
   * make, and follow their making; whatever else comes before it must have taken effect.
   */
  async blockedBy(item: SyncItem): Promise<string | null> {
    const known = await this.knownIds(item.uses);
    const unknown = item.uses.filter((tempId) => !known.has(tempId));
    const missing = unknown.find((tempId) => !this.creates.has(tempId) || tempId === item.target);
    if (missing !== undefined) {
      return `made:${missing}`;
    }
    const makers = new Set(unknown.map((tempId) => this.creates.get(tempId)?.id));
    const isFirst = item.operation === 'create' && this.plainStores.has(item.store);
    for (const key of item.waitsFor) {
      if (isFirst && key === about(item.store, item.target)) {
        continue;
      }
      if (await this.hasEarlier(item, key, makers)) {
        return key;
      }
    }
    return null;
  }

  /** The body and address with real ids, or with the keys of the creates in this batch, and the names of files. */
  async contentOf(item: SyncItem): Promise<Frozen> {
    const { tx, creates } = this;
    const own = item.operation === 'create' ? [] : [item.target];
    const ids = await this.knownIds([...item.uses, ...(item.jobId === null ? [] : [item.jobId]), ...own]);
    const keyOf = (id: number): string | undefined => (ids.has(id) || id === item.target ? undefined : creates.get(id)?.id);
    const inBody = (id: number): unknown => {
      const key = keyOf(id);
      return key === undefined ? (ids.get(id) ?? id) : { madeBy: key };
    };
    const inPath = (id: number): number | string => {
      const key = keyOf(id);
      return key === undefined ? (ids.get(id) ?? id) : madeByInPath(key);
    };
    const names = new Map<string, string>();
    for (const sha256 of item.blobs) {
      const name = (await tx.get('blobs', sha256))?.uploaded?.name;
      if (name !== undefined) {
        names.set(sha256, name);
      }
    }
    const data = mapFiles(mapIds(item.data, inBody), (sha256) => names.get(sha256) ?? `blob:${sha256}`);
    const path = addressOf({ ...item, target: inPath(item.target), jobId: item.jobId === null ? null : inPath(item.jobId) });
    return { path, body: data === null ? null : JSON.stringify(data), baseVersion: item.baseVersion };
  }

  /** Real ids by temporary id, as far as they are known. Many changes name the same job: it is looked up once. */
  private async knownIds(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const open = ids.filter((id) => isTempId(id) && !this.realIds.has(id));
    const found = await knownIds(this.tx, open);
    open.forEach((id) => this.realIds.set(id, found.get(id)));
    return new Map(
      ids.flatMap((id) => {
        const real = this.realIds.get(id);
        return real === undefined ? [] : [[id, real] as const];
      }),
    );
  }

  /** Whether an earlier change has the key, other than those that make what the change uses. */
  private async hasEarlier({ userId, seq }: SyncItem, key: string, makers: ReadonlySet<string | undefined>): Promise<boolean> {
    if (makers.size > 0) {
      const earlier = await this.tx.list('syncQueue', withKey(userId, key, seq));
      return earlier.some(({ id }) => !makers.has(id));
    }
    // Many changes follow the same key, such as the state of their job: one look for all of them.
    const whose = `${userId}|${key}`;
    if (!this.firstPlaces.has(whose)) {
      const [first] = await this.tx.list('syncQueue', { ...withKey(userId, key), limit: 1 });
      this.firstPlaces.set(whose, first?.seq);
    }
    return (this.firstPlaces.get(whose) ?? Infinity) < seq;
  }
}

/**
 * Takes changes to send them together and writes down what is sent, word for word, in one transaction: every attempt repeats it. Takes of
 * the candidates, in their order, those that still wait and that nothing blocks.
 */
export const claimBatch = (
  core: Core,
  candidates: (tx: Tx) => Promise<readonly SyncItem[]>,
  { isAsked, most, foreignOrgIds }: ClaimOptions,
): Promise<Claimed> =>
  writeQueue(core, async (tx) => {
    const packing = new Packing(tx);
    const blocked: [string, string][] = [];
    const left: string[] = [];
    const withFiles: string[] = [];
    const stopped: string[] = [];
    let nextAt: number | null = null;
    const all = await candidates(tx);
    await packing.prepare(all);
    for (const item of all) {
      // This app does not understand what a newer one has kept: it waits until the newer app is back.
      if (!isToBeSent(item) || item.v > ITEM_VERSION) {
        continue;
      }
      if (!isAsked && !isDue(core, item)) {
        nextAt = Math.min(nextAt ?? Infinity, item.nextAttemptAt);
        continue;
      }
      const key = await packing.blockedBy(item);
      if (key !== null) {
        blocked.push([key, item.id]);
      } else if (isTooOld(core, item) || foreignOrgIds.has(item.orgId)) {
        stopped.push(item.id);
      } else if (item.frozen === null && !(await areFilesKept(core, tx, item))) {
        withFiles.push(item.id);
      } else if (packing.fits(item, most)) {
        const frozen = item.frozen ?? (await packing.contentOf(item));
        packing.add({ ...item, frozen, status: 'sending', attempt: item.attempt + 1, reason: null });
      } else {
        left.push(item.id);
      }
    }
    await tx.putAll('syncQueue', packing.items);
    return { items: packing.items, blocked, left, withFiles, stopped, nextAt };
  });

/** A claimed change as it travels, in JSON. */
const asWritten = (item: SyncItem): string => {
  const { frozen, method, id, baseVersion, operation } = item;
  if (frozen === null) {
    throw new Error(`The change ${id} was not frozen before it was sent.`);
  }
  const isVersioned = operation !== 'create' && baseVersion !== null && baseVersion > 0;
  const head = JSON.stringify({ key: id, method, path: frozen.path, ...(isVersioned ? { version: baseVersion } : {}) });
  return frozen.body === null ? head : `${head.slice(0, -1)},"body":${frozen.body}}`;
};

/**
 * The request of a batch of claimed changes, addressed to one epoch of the server: a server in another epoch refuses it. By the key of the
 * first change its answer is recognized.
 */
export const requestOf = (items: readonly SyncItem[], epoch: string | undefined): WireRequest => {
  const [first] = items;
  if (!first) {
    throw new Error('A batch without any change.');
  }
  const body = `{"writes":[${items.map(asWritten).join(',')}]}`;
  return {
    method: 'POST',
    path: `/api/organizations/${first.orgId}/batches`,
    headers: {
      'idempotency-key': first.id,
      'x-op-user': String(first.userId),
      'x-device': first.deviceId,
      ...(epoch === undefined ? {} : { 'x-server-epoch': epoch }),
      'content-type': 'application/json',
    },
    body,
    timeoutMs: REQUEST_TIMEOUT_MS + body.length * MS_PER_LETTER,
  };
};
