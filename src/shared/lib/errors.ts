import { REFUSALS } from '#shared/messages/all.ts';
import type { Issue } from '#shared/messages/issues.ts';
import { type Message, type MessageValues, messagesFrom, type ValueArguments } from '#shared/messages/message.ts';

/**
 * Every way in which a request can be refused, with its HTTP status (specification 9.4). Programs go by the code, people read the sentence.
 */
export const ERROR_STATUS = {
  malformed: 400,
  invalid_input: 400,
  unauthenticated: 401,
  session_ended: 401,
  wrong_credentials: 401,
  second_step_needed: 401,
  forbidden: 403,
  confirm_needed: 403,
  not_found: 404,
  conflict: 409,
  job_not_open: 409,
  bill_changed: 409,
  bill_has_payments: 409,
  user_mismatch: 409,
  epoch_changed: 409,
  version_mismatch: 412,
  too_large: 413,
  unsupported_media_type: 415,
  unsatisfiable_range: 416,
  misdirected: 421,
  key_reused: 422,
  depends_on_other: 424,
  too_many: 429,
  internal: 500,
  unavailable: 503,
  no_room: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

interface Details {
  readonly issues?: readonly Issue[];
  /** Seconds after which another try may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** With `version_mismatch` and `bill_changed`: the record as it is now. */
  readonly current?: unknown;
}

/** An expected refusal. Its message is one sentence for a person and is sent to the client; nothing else ever is. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly messageCode: string;
  readonly values: MessageValues;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly current: unknown;

  constructor(code: ErrorCode, { message, messageCode, values }: Message, details: Details = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.messageCode = messageCode;
    this.values = values;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.current = details.current;
  }
}

type RefusalCode = keyof typeof REFUSALS;
type Sentence<C extends RefusalCode> = (typeof REFUSALS)[C];

/** The message of a refusal that is not thrown at once. */
export const refusalMessage = messagesFrom(REFUSALS);

/**
 * A refusal by the code of its message: `refusal('conflict', 'jobBilledAlready', { name })`. With details: `new AppError(…,
 * refusalMessage(…), …)`.
 */
export const refusal = <C extends RefusalCode>(code: ErrorCode, messageCode: C, ...values: ValueArguments<Sentence<C>>): AppError =>
  new AppError(code, refusalMessage(messageCode, ...values));

/** A refusal with a message that the form shows under a field. */
export const refusalAt = (code: ErrorCode, path: string, message: Message): AppError =>
  new AppError(code, message, { issues: [{ path, ...message }] });

/** A refusal of input because of one field. */
export const invalid = <C extends RefusalCode>(path: string, messageCode: C, ...values: ValueArguments<Sentence<C>>): AppError =>
  refusalAt('invalid_input', path, refusalMessage(messageCode, ...values));
