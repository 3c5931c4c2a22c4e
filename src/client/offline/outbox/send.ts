import { isFileKept } from './claim.ts';
import { needingFile } from './marks.ts';
import { requestOf } from './batch.ts';
import { type Core, writeDurably } from '#client/offline/engine/core.ts';
import { decide, decideFile, type Decision, type FileDecision, type Membership } from './decide.ts';
import { epochIn, isOtherEpoch } from '#client/offline/engine/epoch.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { OrganizationList } from '#client/offline/engine/memberships.ts';
import type { Answer } from '#client/offline/engine/ports.ts';
import type { BlobRow } from '#client/offline/storage/stores.ts';

/** A photo of 10 MB over a line of 0.1 Mbit/s. */
const FILE_TIMEOUT_MS = 900_000;

/** The result of an attempt, including what `decide` cannot know. */
export type Outcome =
  | Decision
  /** Its files are on the server: now it can be sent itself. */
  | { readonly kind: 'files-sent' }
  /** A file that the change needs is no longer on this device. */
  | { readonly kind: 'file-lost' }
  /** The server did others of its batch, and this one not. */
  | { readonly kind: 'not-done' };

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
  if (item.attempt > 0) {
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

type NewEpoch = Extract<Outcome, { readonly kind: 'new-epoch' }>;

/** Adds the role in which the user was refused: the change is tried again as soon as they have another. */
const inRole = <D extends Decision | FileDecision>(decision: D, role: string | null): D =>
  decision.kind === 'set-aside' ? { ...decision, error: { ...decision.error, role } } : decision;

/** What answers are judged by: the server's epoch in them, and whether it is another one than this user's changes know. */
interface Hearing {
  readonly epoch: string | undefined;
  readonly isOtherEpoch: () => Promise<boolean>;
  readonly ask: AskMemberships;
}

const once = <T>(find: () => Promise<T>): (() => Promise<T>) => {
  let found: Promise<T> | undefined;
  return () => (found ??= find());
};

/** How an answer is judged, and with it all that it says to single changes. */
const hearing = (core: Core, { userId }: SyncItem, answer: Answer, ask: AskMemberships): Hearing => {
  const epoch = epochIn(answer);
  return { epoch, isOtherEpoch: once(async () => epoch !== undefined && isOtherEpoch(core, userId, epoch)), ask: once(ask) };
};

/** What an answer means, given the server's epoch and the user's membership in the organization. */
const meaningOf = async <D extends Decision | FileDecision>(
  item: SyncItem,
  { epoch, isOtherEpoch: isOther, ask }: Hearing,
  judge: (membership: Membership) => D,
): Promise<D | NewEpoch | { readonly kind: 'no-answer' }> => {
  const first = judge('unasked');
  // An answer from before the restore proves nothing: what it confirmed may be lost as well.
  if (first.kind !== 'no-answer' && (await isOther())) {
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
    if (isFileKept(core, item.orgId, file)) {
      continue;
    }
    const answer = await sendFile(core, item, file);
    const heard = hearing(core, item, answer, ask);
    const decision = await meaningOf(item, heard, (membership): FileDecision => decideFile(item, answer, membership));
    if (decision.kind !== 'kept') {
      return decision;
    }
    await writeDurably(core, async (tx) => {
      // Another tab may have taken the change over and finished it in the meantime; its file went with it.
      if ((await tx.count('syncQueue', { ...needingFile(sha256), limit: 1 })) > 0) {
        const now = (await tx.get('blobs', sha256)) ?? file;
        await tx.put('blobs', { ...now, uploaded: { name: decision.name, at: core.clock.now(), orgId: item.orgId } });
      }
    });
  }
  return undefined;
};

export interface Attempt {
  readonly item: SyncItem;
  readonly outcome: Outcome;
  /** The server's epoch in which it was answered. */
  readonly epoch?: string | undefined;
  /** Only its files were sent, not yet the change itself. */
  readonly isOfFiles?: true;
}

/** Sends the files of a claimed item. */
export const attemptFiles = async (core: Core, item: SyncItem, ask: AskMemberships): Promise<Attempt> => ({
  item,
  outcome: (await sendFiles(core, item, ask)) ?? { kind: 'files-sent' },
  isOfFiles: true,
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The answers to the single changes of a batch, by their keys; null if the batch was answered as a whole. */
const answersIn = (answer: Answer): ReadonlyMap<string, Readonly<Record<string, unknown>>> | null => {
  const told = answer.kind === 'answer' && answer.status === 200 && isObject(answer.json) ? answer.json['answers'] : null;
  return Array.isArray(told) ? new Map(told.filter(isObject).map((one) => [String(one['key']), one])) : null;
};

type Came = Extract<Answer, { kind: 'answer' }>;

/** An answer to one change as it would have come alone. */
const asAlone = (batch: Came, { key, status, seq, isReplayed, retryAfterSeconds, body }: Readonly<Record<string, unknown>>): Came => ({
  kind: 'answer',
  status: Number(status),
  json: body,
  isJson: true,
  headers: {
    ...batch.headers,
    'idempotency-key': String(key),
    ...(typeof seq === 'number' ? { 'x-org-seq': String(seq) } : {}),
    ...(isReplayed === true ? { 'idempotency-replayed': 'true' } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { 'retry-after': String(retryAfterSeconds) } : {}),
  },
});

/** What an answer that concerns the batch as a whole says to each of its changes. */
const wholeAnswer = (batch: Answer, first: SyncItem, item: SyncItem): Answer =>
  batch.kind === 'answer' && batch.headers['idempotency-key'] === first.id && batch.status >= 400
    ? { ...batch, headers: { ...batch.headers, 'idempotency-key': item.id } }
    : { kind: 'none' };

/** A call that the server does not know yet says nothing about the changes. */
const isUnknownCall = (decision: Outcome, answer: Answer): boolean =>
  decision.kind === 'set-aside' &&
  decision.reason !== 'no-access' &&
  answer.kind === 'answer' &&
  (answer.status === 404 || answer.status === 410);

/**
 * One attempt at a claimed batch, word for word as in earlier attempts. Decides, but settles nothing. `known` is the server's epoch as
 * known before the batch was claimed. `isWhole`: no answer to single changes came.
 */
export const attemptBatch = async (
  core: Core,
  items: readonly SyncItem[],
  ask: AskMemberships,
  known: string | undefined,
): Promise<{ readonly attempts: readonly Attempt[]; readonly isWhole: boolean }> => {
  const [first] = items;
  if (!first) {
    return { attempts: [], isWhole: false };
  }
  const batch = await core.net.send(requestOf(items, known));
  const isOurs = batch.kind === 'answer' && batch.headers['idempotency-key'] === first.id && batch.isJson;
  const told = isOurs ? answersIn(batch) : null;
  const isAnyDone = told !== null && items.some(({ id }) => told.has(id));
  const heard = hearing(core, first, batch, ask);
  const { epoch } = heard;
  const attempts: Attempt[] = [];
  for (const item of items) {
    const one = told?.get(item.id);
    if (one === undefined && isAnyDone) {
      attempts.push({ item, outcome: { kind: 'not-done' }, epoch });
      continue;
    }
    const answer = one !== undefined && batch.kind === 'answer' ? asAlone(batch, one) : wholeAnswer(batch, first, item);
    const outcome = await meaningOf(item, heard, (membership): Decision => decide(item, answer, membership));
    const isUnknown = one === undefined && isUnknownCall(outcome, answer);
    attempts.push({ item, outcome: isUnknown ? { kind: 'slow-down', retryAfterMs: null } : outcome, epoch });
  }
  return { attempts, isWhole: !isAnyDone };
};
