/**
 * The only way into the offline part: what screens and their data may use of it. Everything else is private, and `.dependency-cruiser.cjs`
 * forbids importing it. This module only re-exports: what a lazy screen takes from here is loaded with that screen.
 */

// The engine: opening and observing it.
export { openDevice } from './browser/open-device.ts';
export { withOwnConnection } from './browser/own-connection.ts';
export type { Engine } from './engine/handle.ts';
export type { Connection, EngineState, ManualSync, Outcome } from './engine/state.ts';
export type { EngineEvent, Losses, LossReport } from './engine/ports.ts';
export { type Ending, type OwnView, ViewEnded } from './engine/own-view.ts';
export { oneAtATime } from './engine/one-at-a-time.ts';
export { backoffMs } from './outbox/backoff.ts';
export { announceView, countUnsent, deviceTime, hasNetwork, listen, onRealId, signedInUser } from './local/device.ts';
export { readThisDevice, type ThisDevice } from './local/this-device.ts';

// The browser around it.
export type { Silence } from './browser/answers.ts';
export { deviceRandom } from './browser/random.ts';
export { BrokenDatabase, chooseDatabase, NewerDatabase } from './browser/idb-storage.ts';
export { listenLive } from './browser/live.ts';
export { pageLife } from './browser/page-life.ts';
export { sha256Hex } from './browser/sha256.ts';
export { prepareFile } from './browser/shrink-photo.ts';

// Records on this device.
export {
  findRecord,
  findRecords,
  isFilled,
  isRemovedHere,
  keepRecords,
  listOrganizations,
  listRecords,
  pageOfRecords,
  realIds,
  type RecordName,
  recordOfChange,
} from './local/records.ts';
export { countEntriesHere, entriesBetween, entriesFrom, entriesHere, entriesOfJob, type EntryPlace } from './local/entries.ts';
export { entriesAsked } from './local/entries-asked.ts';
export { type Draft, draftRows, findDraft, keepDraft, removeDraft } from './local/drafts.ts';
export { hasDraft } from './local/has-draft.ts';
export { readFile, readFileBytes } from './local/files.ts';
export { dropMoneyCopies, findMoneyCopy, keepMoneyCopy } from './local/money-copies.ts';
export { findAnswer, keepAnswer } from './local/kept-answers.ts';
export { readNamedRecords } from './local/named-records.ts';
export { blobOf, blobRef, isTempId } from './storage/item.ts';
export type { EntryCoverage } from './storage/meta.ts';
export type { RecordStore } from './storage/record-stores.ts';
export { type LocalRow, recordKey } from './storage/stores.ts';

// Changes that wait to be sent.
export {
  awaitOutcome,
  countSent,
  dependentChanges,
  discardChanges,
  editChange,
  keepChange,
  moveChange,
  recreateRecord,
  resolveChange,
  retryChange,
  sentChanges,
  takeBackChange,
  undecidedChanges,
  waitingChanges,
} from './local/own-changes.ts';
export { keepChanges } from './local/several-changes.ts';
export { findKept, keepRow, keepTogether } from './local/kept-state.ts';
export type { AttentionReason, Conflict, LastError, Operation, SyncItem } from './storage/item.ts';
export type { SentRow } from './storage/stores.ts';
export { NO_ROOM } from './outbox/decide.ts';
export { leadsToNoJob } from './outbox/entry-place.ts';
export { sameValue } from './outbox/merge.ts';
export type { KeptKey } from './outbox/kept-rows.ts';
export type { NewFile } from './outbox/queue.ts';
export { mapIds } from './outbox/references.ts';
export type { WaitingItem } from './outbox/waiting.ts';
export type { WriteIntent, Written } from './outbox/write.ts';
