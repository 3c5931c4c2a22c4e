import { say } from '#client/lib/messages.ts';
import { t } from '#client/lib/texts.ts';
import type { ErrorCode } from '#shared/lib/errors.ts';
import type { SaidIssue, SaidMessage } from '#shared/messages/message.ts';
import { saidBy } from '#shared/messages/said-error.ts';

interface Problem extends Partial<Omit<SaidMessage, 'message'>> {
  readonly detail?: string;
  readonly code?: ErrorCode;
  readonly issues?: readonly SaidIssue[];
}

const parseProblem = (body: string): Problem => {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    // For example a proxy's HTML page: the status has to do.
    return {};
  }
};

/** A response that was not ok. Its message is the status, a colon and the body (specification 9.16); people are shown what it `said`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly said: SaidMessage | undefined;
  readonly issues: readonly SaidIssue[];

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const problem = parseProblem(body);
    this.status = status;
    this.code = problem.code;
    const { detail: message, messageCode, values } = problem;
    this.said = message === undefined ? undefined : { message, ...(messageCode && values ? { messageCode, values } : {}) };
    this.issues = problem.issues ?? [];
  }
}

interface Refusal extends SaidMessage {
  readonly status: number;
  readonly code: string | null;
  readonly issues: readonly SaidIssue[];
}

/** The error of a change that the server refused after it was kept on this device. */
export const refusedWrite = ({ status, message, ...said }: Refusal): ApiError =>
  new ApiError(status, '', JSON.stringify({ detail: message, ...said }));

/** The sentence to show for an error, in the page's language: the server's if it has one, otherwise the error's own. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ApiError) {
    return error.said ? say(error.said) : error.message;
  }
  if (error instanceof DOMException && error.name === 'QuotaExceededError') {
    // The browser has no message for it.
    return t('This device is out of space. Free some up, or leave out photos.');
  }
  return error instanceof TypeError ? t("The server can't be reached.") : say(saidBy(error));
};
