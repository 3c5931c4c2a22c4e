import type { SaidIssue, SaidMessage } from '#shared/messages/message.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import type { RecordStore } from './record-stores.ts';

/** How the form of items is numbered; `upcast.ts` brings older ones up to date, for ever. */
export const ITEM_VERSION = 1;

export type Operation = 'create' | 'update' | 'remove';

/** Why a change needs a person. */
export type AttentionReason =
  /** Somebody else changed the same field. */
  | 'conflict'
  /** The server says no, and why. */
  | 'rejected'
  /** The job (or what else it belongs to) was deleted. */
  | 'parent-gone'
  /** The record itself was deleted. */
  | 'deleted'
  | 'job-closed'
  /** The user may not (any more). Tried again when his role changes. */
  | 'no-access'
  /** The server fails over this one change, while others pass. Tried again every six hours. */
  | 'server-bug'
  /** Over 180 days old: shown before it is sent. */
  | 'old';

/** What the server said that a person needs to see; of an item that was kept before there were message codes, the sentence alone. */
export interface LastError extends SaidMessage {
  readonly status: number;
  readonly code: string | null;
  readonly issues: readonly SaidIssue[];
  /** With `no-access`: the user's role in the organization then; null if he had none. */
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
  /** The record as it was on the server when the two sides met, with its version, `updatedBy` and `updatedAt`. */
  readonly current: Readonly<Record<string, unknown>>;
  /** Fields that went together by themselves. */
  readonly merged: readonly string[];
}

/** What was sent, word for word: each attempt repeats it. */
export interface Frozen {
  readonly path: string;
  readonly body: string | null;
  /** The version of the record that it was made from when it was written down; an edit of the change may go further back. */
  readonly baseVersion: number | null;
}

/** A change that waits: the specification's six fields (1 §3) and what makes it exact (decisions §6). */
export interface SyncItem {
  /** `timestamp` and a random part; it is the `Idempotency-Key`, for ever. */
  readonly id: string;
  /** When it was made, by the device's clock: for showing, never for order. */
  readonly timestamp: number;
  /** The path it goes to, in canonical ids: temporary ones for what was made on this device. */
  readonly endpoint: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The specified body in canonical ids; files as `blob:<sha256>`. Null for a deletion. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** Attempts that a server answered with a failure of its own. */
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
  /** Canonical id of the job that an entry is for. */
  readonly jobId: number | null;
  /** Temporary ids that have to be known before it can go. */
  readonly uses: readonly number[];
  /** What it touches, for those that come after: see `marks.ts`. */
  readonly marks: readonly string[];
  /** Marks of earlier changes that have to be gone before it can go. */
  readonly waitsFor: readonly string[];
  /** Version that it was made from; null for a record that had none yet. */
  readonly baseVersion: number | null;
  /** The values that the user saw in the fields he changed; of a deletion, in all that people enter. */
  readonly base: Readonly<Record<string, unknown>> | null;
  /** Hashes of the files that have to be there first. */
  readonly blobs: readonly string[];

  readonly status: 'pending' | 'sending' | 'attention';
  /** Which attempt is under way or was the last. 0: none ever left this device. */
  readonly attempt: number;
  readonly frozen: Frozen | null;
  /** What was sent before the user (or a merge) changed it: may still have taken effect if the answer was lost. */
  readonly tried: readonly Frozen[];
  /** Set while an earlier content is called back by its key; then the difference follows as a change of its own. */
  readonly wanted: Readonly<Record<string, unknown>> | null;
  /** Not before this time, by the device's clock. */
  readonly nextAttemptAt: number;
  readonly reason: AttentionReason | null;
  readonly lastError: LastError | null;
  readonly conflict: Conflict | null;
  /** The user saw that it is old and wants it sent. */
  readonly isConfirmedOld: boolean;
}

/**
 * Stands for a version of a time that a restored backup has undone: its number may have been given out again for something else. No record
 * gets this one, so the server always compares.
 */
export const UNDONE_VERSION = 2_147_483_647;

/** Of two versions that a change was made from, the one from which more has to be compared. */
export const earlierVersion = (one: number, other: number): number =>
  one === UNDONE_VERSION || other === UNDONE_VERSION ? UNDONE_VERSION : Math.min(one, other);

/** Ids of the server are below this; anything larger is a device's own, made from the time. */
export const isTempId = (id: number): boolean => Number.isSafeInteger(id) && id > LARGEST_ID;

/** Whether nothing of it ever left this device. */
export const neverLeft = (item: SyncItem): boolean => item.attempt === 0;

/** Whether it says what was sent: nobody has changed it since. */
export const isAsSent = ({ frozen, tried, wanted }: SyncItem): boolean => frozen !== null && tried.length === 0 && wanted === null;

/** The same change, to be worded from its canonical content when it goes. What was sent before is remembered, for it may have arrived. */
export const wordedAnew = (item: SyncItem): SyncItem => ({
  ...item,
  tried: item.frozen === null ? item.tried : [...item.tried, item.frozen],
  frozen: null,
});

const BLOB = 'blob:';
export const blobRef = (sha256: string): string => BLOB + sha256;
/** The hash that a value of `photos` (or of an attachment field) names; null for anything else. */
export const blobOf = (value: unknown): string | null =>
  typeof value === 'string' && /^blob:[0-9a-f]{64}$/.test(value) ? value.slice(BLOB.length) : null;
