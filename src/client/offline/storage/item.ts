import type { SaidIssue, SaidMessage } from '#shared/messages/message.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import type { RecordStore } from './record-stores.ts';

/** The version of the items' form; `upcast.ts` keeps bringing older ones up to date, forever. */
export const ITEM_VERSION = 1;

export type Operation = 'create' | 'update' | 'remove';

/** Why a change needs a person. */
export type AttentionReason =
  /** Someone else changed the same field. */
  | 'conflict'
  /** The server refused it, and says why. */
  | 'rejected'
  /** The job (or whatever else it belongs to) was deleted. */
  | 'parent-gone'
  /** The record itself was deleted. */
  | 'deleted'
  | 'job-closed'
  /** The user has no access (any longer). Tried again when their role changes. */
  | 'no-access'
  /** The server fails over this one change while others pass. Tried again every six hours. */
  | 'server-bug'
  /** Over 180 days old: shown before it is sent. */
  | 'old';

/** What the server said that a person needs to see; for an item from before message codes, only the sentence. */
export interface LastError extends SaidMessage {
  readonly status: number;
  readonly code: string | null;
  readonly issues: readonly SaidIssue[];
  /** With `no-access`: the user's role in the organization at that time; null if they had none. */
  readonly role: string | null;
}

/** Both sides of a field that two people changed. */
export interface ConflictField {
  readonly field: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Conflict {
  readonly fields: readonly ConflictField[];
  /** The record on the server when the conflict was found, with its version, `updatedBy` and `updatedAt`. */
  readonly current: Readonly<Record<string, unknown>>;
  /** Fields that were merged without asking. */
  readonly merged: readonly string[];
}

/** What was sent, word for word: each attempt repeats it. */
export interface Frozen {
  readonly path: string;
  readonly body: string | null;
  /** The record's version that the change was made from when it was written down; an edit of the change may go further back. */
  readonly baseVersion: number | null;
}

/** A waiting change: the six fields of a queue item, and what makes it exact (specification 2.21). */
export interface SyncItem {
  /** `timestamp` and a random part; it is the `Idempotency-Key`, forever. */
  readonly id: string;
  /** When it was made, by the device's clock: for display, never for order. */
  readonly timestamp: number;
  /** Its address in canonical ids: temporary ones for what was made on this device. */
  readonly endpoint: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The request body in canonical ids, with files as `blob:<sha256>`. Null for a deletion. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Attempts that the server answered with a failure of its own. */
  readonly retryCount: number;

  readonly v: number;
  /** The order of changes on this device. */
  readonly seq: number;
  readonly userId: number;
  readonly orgId: number;
  readonly deviceId: string;
  readonly operation: Operation;
  readonly store: RecordStore;
  /** Canonical id of the record: its temporary one if it was made on this device, even after the real one is known. */
  readonly target: number;
  /** Canonical id of an entry's job. */
  readonly jobId: number | null;
  /** Temporary ids whose real ids must be known before it can be sent. */
  readonly uses: readonly number[];
  /** Its index entries: the dependency keys of what it touches, for later changes (see `dependencies.ts`). */
  readonly marks: readonly string[];
  /** Dependency keys that no earlier change may have before it can be sent. */
  readonly waitsFor: readonly string[];
  /** The record's version that it was made from; null if there was none yet. */
  readonly baseVersion: number | null;
  /** The values that the user saw in the fields they changed; for a deletion, in all fields that people enter. */
  readonly base: Readonly<Record<string, unknown>> | null;
  /** Hashes of the files that must be on the server first. */
  readonly blobs: readonly string[];

  readonly status: 'pending' | 'sending' | 'attention';
  /** The number of the current or last attempt. 0: none ever left this device. */
  readonly attempt: number;
  readonly frozen: Frozen | null;
  /** What was sent before the user (or a merge) changed it: may have taken effect if the answer was lost. */
  readonly tried: readonly Frozen[];
  /** Set while the answer to earlier content is fetched; afterwards the difference follows as a change of its own. */
  readonly wanted: Readonly<Record<string, unknown>> | null;
  /** Not to be tried before this time, by the device's clock. */
  readonly nextAttemptAt: number;
  readonly reason: AttentionReason | null;
  readonly lastError: LastError | null;
  readonly conflict: Conflict | null;
  /** The user saw that it is old and wants it sent. */
  readonly isConfirmedOld: boolean;
}

/**
 * Stands for a version from before a restored backup: its number may have been given out again for something else. No record ever has this
 * version, so the server always compares.
 */
export const UNDONE_VERSION = 2_147_483_647;

/** Of two versions that a change was made from, the one that makes the server compare more. */
export const earlierVersion = (one: number, other: number): number =>
  one === UNDONE_VERSION || other === UNDONE_VERSION ? UNDONE_VERSION : Math.min(one, other);

/** Ids of the server are at most `LARGEST_ID`; larger ones are temporary, made from the time on a device. */
export const isTempId = (id: number): boolean => Number.isSafeInteger(id) && id > LARGEST_ID;

/** Whether nothing of it ever left this device. */
export const neverLeft = (item: SyncItem): boolean => item.attempt === 0;

/** Whether its content is what was sent, unchanged since. */
export const isAsSent = ({ frozen, tried, wanted }: SyncItem): boolean => frozen !== null && tried.length === 0 && wanted === null;

/**
 * The same change, to be serialized again from its canonical content when it is sent. What was sent before is remembered, since it may
 * have arrived.
 */
export const reserialize = (item: SyncItem): SyncItem => ({
  ...item,
  tried: item.frozen === null ? item.tried : [...item.tried, item.frozen],
  frozen: null,
});

const BLOB = 'blob:';
export const blobRef = (sha256: string): string => BLOB + sha256;
/** The hash in a value of `photos` (or of an attachment field); null for anything else. */
export const blobOf = (value: unknown): string | null =>
  typeof value === 'string' && /^blob:[0-9a-f]{64}$/.test(value) ? value.slice(BLOB.length) : null;
