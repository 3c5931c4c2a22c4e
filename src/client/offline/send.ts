import { freeze, requestOf } from '#client/offline/claim.ts';
import { type Core, isOn, writeDurably } from '#client/offline/core.ts';
import { decide, decideFile, type Decision, type FileDecision, type Membership } from '#client/offline/decide.ts';
import type { SyncItem } from '#client/offline/item.ts';
import { getMeta, putMeta } from '#client/offline/meta.ts';
import type { Answer } from '#client/offline/ports.ts';
import type { BlobRow } from '#client/offline/stores.ts';

/** A photo of 10 MB over a line of 0.1 Mbit/s. */
const FILE_TIMEOUT_MS = 900_000;
/** The server keeps a file that no entry names for two weeks; one that was sent longer ago is sent again. */
const FILE_KEPT_MS = 13 * 86_400_000;

/** What came of an attempt, besides what `decide` says. */
export type Outcome =
  | Decision
  /** The server is another since a backup was restored: what it refused is asked again after everything was offered anew. */
  | { readonly kind: 'new-epoch' }
  /** A file that the change needs is not on this device any more. */
  | { readonly kind: 'file-lost' }
  /** Before it left, the user threw it away or changed it, or another tab took it. */
  | { readonly kind: 'taken' };

/** Asks which organizations the user belongs to, whenever an answer raises the question: what was heard before it may be over by then. */
export interface Memberships {
  readonly of: (orgId: number) => Promise<Membership>;
}

const headersOf = (answer: Answer): Readonly<Record<string, string>> => (answer.kind === 'answer' ? answer.headers : {});

/**
 * Whether the answer comes from another epoch than the one that this user's changes know. The first epoch that he hears of is written down
 * before anything is settled: what is confirmed in it must be offered again in the next one.
 */
const isOtherEpoch = async (core: Core, userId: number, answer: Answer): Promise<boolean> => {
  const epoch = headersOf(answer)['x-server-epoch'];
  if (epoch === undefined || !isOn(core, 'new-epoch-offers-again')) {
    return false;
  }
  const key = `epoch:${userId}` as const;
  const known = await core.storage.read(['meta'], (tx) => getMeta(tx, key));
  if (known !== undefined) {
    return known !== epoch;
  }
  return writeDurably(core, async (tx) => {
    const first = await getMeta(tx, key);
    if (first === undefined) {
      await putMeta(tx, key, epoch);
    }
    return first !== undefined && first !== epoch;
  });
};

const fileHeaders = (core: Core, item: SyncItem) => ({
  'idempotency-key': isOn(core, 'same-key') ? item.id : `${item.id}.${item.attempt}`,
  'x-op-user': String(item.userId),
  'x-device': item.deviceId,
});

/** Sends one file, or finds that the server holds it. */
const sendFile = async (core: Core, item: SyncItem, file: BlobRow): Promise<Answer> => {
  const path = `/api/organizations/${item.orgId}/attachments/${file.sha256}`;
  const headers = fileHeaders(core, item);
  if (item.attempt > 1) {
    const held = await core.net.send({ method: 'GET', path, headers, timeoutMs: 30_000 });
    if (held.kind === 'none' || held.status === 200) {
      return held;
    }
  }
  const body = file.bytes;
  return core.net.send({
    method: 'PUT',
    path,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body,
    timeoutMs: FILE_TIMEOUT_MS,
  });
};

const isKept = (core: Core, { orgId }: SyncItem, { uploaded }: BlobRow): boolean =>
  uploaded !== undefined && uploaded.orgId === orgId && core.clock.now() - uploaded.at < FILE_KEPT_MS;

const withMembership = async <D extends { readonly kind: string }>(
  item: SyncItem,
  memberships: Memberships,
  judge: (membership: Membership) => D,
): Promise<D | { readonly kind: 'no-answer' }> => {
  const first = judge('unasked');
  if (first.kind !== 'ask-membership') {
    return first;
  }
  const membership = await memberships.of(item.orgId);
  return membership === 'unasked' ? { kind: 'no-answer' } : judge(membership);
};

/** Sends the files that the change names, each by itself; undefined when all are there. */
const sendFiles = async (core: Core, item: SyncItem, memberships: Memberships): Promise<Outcome | undefined> => {
  for (const sha256 of item.blobs) {
    const file = await core.storage.read(['blobs'], (tx) => tx.get('blobs', sha256));
    if (!file) {
      return { kind: 'file-lost' };
    }
    if (isKept(core, item, file)) {
      continue;
    }
    const answer = await sendFile(core, item, file);
    if (await isOtherEpoch(core, item.userId, answer)) {
      return { kind: 'new-epoch' };
    }
    const decision: FileDecision = await withMembership(item, memberships, (membership) => decideFile(item, answer, membership, core.off));
    if (decision.kind !== 'kept') {
      return decision;
    }
    await writeDurably(core, async (tx) => {
      const now = (await tx.get('blobs', sha256)) ?? file;
      await tx.put('blobs', { ...now, uploaded: { name: decision.name, at: core.clock.now(), orgId: item.orgId } });
    });
  }
  return undefined;
};

/** One attempt at a claimed item: its files, then the change itself, in the very words of the attempts before. Decides, and settles nothing. */
export const attempt = async (core: Core, claimed: SyncItem, memberships: Memberships): Promise<{ item: SyncItem; outcome: Outcome }> => {
  const early = isOn(core, 'files-first') ? await sendFiles(core, claimed, memberships) : undefined;
  if (early) {
    return { item: claimed, outcome: early };
  }
  const item = await freeze(core, claimed);
  if (!item) {
    return { item: claimed, outcome: { kind: 'taken' } };
  }
  const answer = await core.net.send(requestOf(core, item));
  const outcome: Decision = await withMembership(item, memberships, (membership) => decide(item, answer, membership, core.off));
  // An answer of the lost time proves nothing: what it confirmed may be lost as well.
  return outcome.kind !== 'no-answer' && (await isOtherEpoch(core, item.userId, answer))
    ? { item, outcome: { kind: 'new-epoch' } }
    : { item, outcome };
};
