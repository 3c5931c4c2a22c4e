import { freeze, requestOf } from './claim.ts';
import { type Core, writeDurably } from '#client/offline/engine/core.ts';
import { decide, decideFile, type Decision, type FileDecision, type Membership } from './decide.ts';
import { epochIn, isOtherEpoch } from '#client/offline/engine/epoch.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { OrganizationList } from '#client/offline/engine/memberships.ts';
import type { Answer } from '#client/offline/engine/ports.ts';
import type { BlobRow } from '#client/offline/storage/stores.ts';

/** A photo of 10 MB over a line of 0.1 Mbit/s. */
const FILE_TIMEOUT_MS = 900_000;
/** The server keeps a file that no entry names for two weeks; one that was sent longer ago is sent again. */
const FILE_KEPT_MS = 13 * 86_400_000;

/** The result of an attempt, including what `decide` cannot know. */
export type Outcome =
  | Decision
  /** A file that the change needs is no longer on this device. */
  | { readonly kind: 'file-lost' }
  /** Before it left, the user discarded or changed it, or another tab took it. */
  | { readonly kind: 'taken' };

/** Asks which organizations the user belongs to, each time an answer raises the question: an earlier list may be outdated. */
export type AskMemberships = () => Promise<OrganizationList | null>;

const fileHeaders = (item: SyncItem) => ({
  'idempotency-key': item.id,
  'x-op-user': String(item.userId),
  'x-device': item.deviceId,
});

/** Sends one file, or finds that the server has it. */
const sendFile = async (core: Core, item: SyncItem, file: BlobRow): Promise<Answer> => {
  const path = `/api/organizations/${item.orgId}/attachments/${file.sha256}`;
  const headers = fileHeaders(item);
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

type NewEpoch = Extract<Outcome, { readonly kind: 'new-epoch' }>;

/** Adds the role in which the user was refused: the change is tried again as soon as they have another. */
const inRole = <D extends Decision | FileDecision>(decision: D, role: string | null): D =>
  decision.kind === 'set-aside' ? { ...decision, error: { ...decision.error, role } } : decision;

/** What an answer means, given the server's epoch and the user's membership in the organization. */
const meaningOf = async <D extends Decision | FileDecision>(
  core: Core,
  item: SyncItem,
  answer: Answer,
  ask: AskMemberships,
  judge: (membership: Membership) => D,
): Promise<D | NewEpoch | { readonly kind: 'no-answer' }> => {
  const first = judge('unasked');
  const epoch = epochIn(answer);
  // An answer from before the restore proves nothing: what it confirmed may be lost as well.
  if (first.kind !== 'no-answer' && epoch !== undefined && (await isOtherEpoch(core, item.userId, epoch))) {
    return { kind: 'new-epoch', epoch };
  }
  if (first.kind !== 'ask-membership') {
    return first;
  }
  const list = await ask();
  if (list === null) {
    return { kind: 'no-answer' };
  }
  // A backup was restored between the two answers, memberships included: the refusal may no longer hold.
  if (list.epoch !== undefined && list.epoch !== epoch) {
    return { kind: 'new-epoch', epoch: list.epoch };
  }
  const role = list.roles.get(item.orgId) ?? null;
  return inRole(judge(role === null ? 'stranger' : 'member'), role);
};

/** Sends the files that the change names, one at a time; undefined when all are there. */
const sendFiles = async (core: Core, item: SyncItem, ask: AskMemberships): Promise<Outcome | undefined> => {
  for (const sha256 of item.blobs) {
    const file = await core.storage.read(['blobs'], (tx) => tx.get('blobs', sha256));
    if (!file) {
      return { kind: 'file-lost' };
    }
    if (isKept(core, item, file)) {
      continue;
    }
    const answer = await sendFile(core, item, file);
    const decision = await meaningOf(core, item, answer, ask, (membership): FileDecision => decideFile(item, answer, membership));
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

export interface Attempt {
  readonly item: SyncItem;
  readonly outcome: Outcome;
  /** The server's epoch in which it was answered. */
  readonly epoch?: string | undefined;
}

/**
 * One attempt at a claimed item: its files, then the change itself, word for word as in earlier attempts. Decides, but settles nothing.
 * `known` is the server's epoch as known before the item was claimed.
 */
export const attempt = async (core: Core, claimed: SyncItem, ask: AskMemberships, known: string | undefined): Promise<Attempt> => {
  const early = await sendFiles(core, claimed, ask);
  if (early) {
    return { item: claimed, outcome: early };
  }
  const item = await freeze(core, claimed);
  if (!item) {
    return { item: claimed, outcome: { kind: 'taken' } };
  }
  const answer = await core.net.send(requestOf(item, known));
  const outcome = await meaningOf(core, item, answer, ask, (membership): Decision => decide(item, answer, membership));
  return { item, outcome, epoch: epochIn(answer) };
};
