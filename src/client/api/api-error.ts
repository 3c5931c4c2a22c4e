import { t, told } from '#client/lib/texts.ts';
import type { ErrorCode, Issue } from '#shared/lib/errors.ts';

interface Problem {
  readonly detail?: string;
  readonly code?: ErrorCode;
  readonly issues?: readonly Issue[];
}

const parseProblem = (body: string): Problem => {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    // A proxy's HTML page, say: the status has to do.
    return {};
  }
};

/** An answer that was not ok. Its message is the status, a colon and the body (specification 1 §8); people are shown `serverMessage`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly serverMessage: string | undefined;
  readonly issues: readonly Issue[];

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const problem = parseProblem(body);
    this.status = status;
    this.code = problem.code;
    this.serverMessage = problem.detail;
    this.issues = problem.issues ?? [];
  }
}

interface Refusal {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
  readonly issues: readonly Issue[];
}

/** The error of a change that the server refused after it was kept on this device. */
export const refusedWrite = ({ status, code, message, issues }: Refusal): ApiError =>
  new ApiError(status, '', JSON.stringify({ detail: message, code, issues }));

/** The sentence to show for an error, in the page's language: the server's, else its own. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ApiError) {
    return told(error.serverMessage ?? error.message);
  }
  if (error instanceof DOMException && error.name === 'QuotaExceededError') {
    // The browser has no words for it.
    return t('This device has no room left for it. Make some, or leave photos out.');
  }
  return error instanceof TypeError
    ? t('The server cannot be reached.')
    : error instanceof Error
      ? told(error.message) || error.name
      : String(error);
};
