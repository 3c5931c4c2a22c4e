/** Every way a request can be refused, with its HTTP status (decisions §2). Programs switch on the word, people read the sentence. */
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
  too_many: 429,
  internal: 500,
  unavailable: 503,
  no_room: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One thing wrong with the input: where (`''` is the whole body) and what to do about it. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

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
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly current: unknown;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.current = details.current;
  }
}

/** Refuses input because of one field, with the text the form shows under it. */
export const invalid = (path: string, message: string): AppError => new AppError('invalid_input', message, { issues: [{ path, message }] });
