import { deviceMessage } from '#shared/messages/device.ts';
import type { Message, MessageValues, SaidMessage } from '#shared/messages/message.ts';
import type { AttentionReason, LastError, SyncItem } from '#client/offline/storage/item.ts';
import type { Answer } from '#client/offline/engine/ports.ts';
import type { LocalRow } from '#client/offline/storage/stores.ts';

/** What follows from an answer. */
export type Decision =
  /**
   * It took effect, now or at an earlier attempt. The row is the record as it was then; null for a deletion. `seq` is the number of the
   * organization's last change at that time.
   */
  | { readonly kind: 'done'; readonly row: LocalRow | null; readonly isReplayed: boolean; readonly seq: number | null }
  /** No answer from our server: offline, a captive portal, a proxy. Whether it took effect is unknown. */
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'sign-in' }
  /** Someone else is now signed in. */
  | { readonly kind: 'other-user' }
  /** 403, 404 and 410 mean different things to members and to others: ask about membership first. */
  | { readonly kind: 'ask-membership' }
  | { readonly kind: 'set-aside'; readonly reason: AttentionReason; readonly error: LastError }
  /** Someone else changed the record: merge. */
  | { readonly kind: 'merge'; readonly current: LocalRow }
  /** The server took earlier content under this key: get its answer. */
  | { readonly kind: 'fetch-earlier'; readonly error: LastError }
  /** What it depends on has not taken effect. */
  | { readonly kind: 'depends'; readonly error: LastError }
  /** The server failed over it. */
  | { readonly kind: 'failed'; readonly retryAfterMs: number | null; readonly error: LastError }
  /** The server asks to slow down. */
  | { readonly kind: 'slow-down'; readonly retryAfterMs: number | null }
  /** The server's epoch has changed since a backup was restored: what it refused is sent again once everything has been offered again. */
  | { readonly kind: 'new-epoch'; readonly epoch?: string | undefined }
  /** This version of the app is too old. */
  | { readonly kind: 'update-app' };

/** The code of a refusal (507) because the server has no room for files: it ends by itself when room is made. */
export const NO_ROOM = 'no_room';

/** Whether the user is a member of the change's organization, as the server said just now. */
export type Membership = 'member' | 'stranger' | 'unasked';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const codeIn = ({ messageCode, values }: Readonly<Record<string, unknown>>): Partial<Message> =>
  typeof messageCode === 'string' && isObject(values) ? { messageCode, values: values as MessageValues } : {};

const saidIn = (problem: Readonly<Record<string, unknown>>, status: number): SaidMessage => {
  const message = text(problem['detail']) ?? text(problem['title']);
  return message === null ? deviceMessage('serverAnswered', { status: String(status) }) : { message, ...codeIn(problem) };
};

const errorOf = (status: number, json: unknown): LastError => {
  const problem = isObject(json) ? json : {};
  const issues = Array.isArray(problem['issues']) ? problem['issues'].filter(isObject) : [];
  return {
    status,
    code: text(problem['code']),
    ...saidIn(problem, status),
    issues: issues.map((issue) => ({ path: text(issue['path']) ?? '', message: text(issue['message']) ?? '', ...codeIn(issue) })),
    role: null,
  };
};

const EXPECTED: Readonly<Record<SyncItem['method'], readonly number[]>> = { POST: [201, 200], PATCH: [200], DELETE: [204] };

const isRow = (value: unknown): value is LocalRow => isObject(value) && typeof value['id'] === 'number';

const retryAfterMs = (headers: Readonly<Record<string, string>>): number | null => {
  const seconds = headers['retry-after'];
  return seconds !== undefined && /^\d{1,7}$/.test(seconds) ? Number(seconds) * 1000 : null;
};

const seqIn = (headers: Readonly<Record<string, string>>): number | null =>
  /^\d{1,15}$/.test(headers['x-org-seq'] ?? '') ? Number(headers['x-org-seq']) : null;

const isOwnAnswer = (item: SyncItem, answer: Extract<Answer, { kind: 'answer' }>): boolean =>
  answer.headers['idempotency-key'] === item.id && answer.isJson;

type Judged = Pick<SyncItem, 'method' | 'store' | 'operation' | 'tried'>;

const refusal = (item: Judged, error: LastError, membership: Membership): Decision => {
  const setAside = (reason: AttentionReason): Decision => ({ kind: 'set-aside', reason, error });
  const { status, code } = error;
  // Refused because a confirmation is missing; the form asks for it when the change is sent again online. Nobody has lost access.
  if (code !== 'confirm_needed' && (status === 403 || status === 404 || status === 410)) {
    if (membership === 'unasked') {
      return { kind: 'ask-membership' };
    }
    if (status === 403 || membership === 'stranger') {
      return setAside('no-access');
    }
    if (item.operation === 'remove') {
      return { kind: 'done', row: null, isReplayed: true, seq: null };
    }
    const isOwnRow = item.operation === 'update' && !error.issues.some(({ path }) => path === 'jobId');
    return setAside(isOwnRow ? 'deleted' : 'parent-gone');
  }
  if (code === 'user_mismatch') {
    return { kind: 'other-user' };
  }
  if (code === 'epoch_changed') {
    return { kind: 'new-epoch' };
  }
  if (code === 'key_reused' && item.tried.length > 0) {
    return { kind: 'fetch-earlier', error };
  }
  return setAside(code === 'job_not_open' ? 'job-closed' : 'rejected');
};

const NO_SUCCESS: Decision = { kind: 'no-answer' };

/**
 * Decides what an answer to a change means. A pure function of what was asked and what came back: it never depends on the text of an
 * error, on `navigator.onLine` or on a clock.
 */
export const decide = (item: SyncItem, answer: Answer, membership: Membership): Decision => {
  if (answer.kind === 'none') {
    return NO_SUCCESS;
  }
  const { status, json, headers } = answer;
  if (!isOwnAnswer(item, answer)) {
    return NO_SUCCESS;
  }
  const error = errorOf(status, json);
  if (status >= 200 && status < 300) {
    const isExpected = EXPECTED[item.method].includes(status) && (item.method === 'DELETE' || isRow(json));
    const row = item.method !== 'DELETE' && isRow(json) ? json : null;
    const isReplayed = headers['idempotency-replayed'] === 'true';
    return isExpected ? { kind: 'done', row, isReplayed, seq: seqIn(headers) } : NO_SUCCESS;
  }
  if (status < 400 || status === 511) {
    return NO_SUCCESS;
  }
  if (status === 401) {
    return { kind: 'sign-in' };
  }
  if (status === 412 && isObject(json) && isRow(json['current'])) {
    return { kind: 'merge', current: json['current'] };
  }
  if (status === 424) {
    return { kind: 'depends', error };
  }
  if (status === 426) {
    return { kind: 'update-app' };
  }
  if (status === 408 || status === 425 || status === 429 || status === 503) {
    return { kind: 'slow-down', retryAfterMs: retryAfterMs(headers) };
  }
  if (status >= 500) {
    return { kind: 'failed', retryAfterMs: retryAfterMs(headers), error };
  }
  return refusal(item, error, membership);
};

/** What the answer to an uploaded file means. */
export type FileDecision =
  | { readonly kind: 'kept'; readonly name: string }
  | Exclude<Decision, { readonly kind: 'done' | 'merge' | 'fetch-earlier' | 'depends' }>;

/** The same for a file of a change; the echoed key is that of the change. */
export const decideFile = (item: SyncItem, answer: Answer, membership: Membership): FileDecision => {
  const asCreate = { ...item, method: 'POST', operation: 'create', tried: [] } as const;
  if (answer.kind === 'answer' && (answer.status === 200 || answer.status === 201) && isOwnAnswer(item, answer)) {
    const name = isObject(answer.json) ? text(answer.json['name']) : null;
    return name === null ? { kind: 'no-answer' } : { kind: 'kept', name };
  }
  const decision = decide(asCreate, answer, membership);
  const isOfNoFile =
    decision.kind === 'done' || decision.kind === 'merge' || decision.kind === 'fetch-earlier' || decision.kind === 'depends';
  return isOfNoFile ? { kind: 'no-answer' } : decision;
};
