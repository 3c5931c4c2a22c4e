import { hostname } from 'node:os';

const LEVELS = { info: 30, warn: 40, error: 50, fatal: 60 } as const;

/** The program's own log, apart from the request log. */
export type Say = (line: string, level?: keyof typeof LEVELS) => void;

interface Outlet {
  /** Whether a person reads it. */
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  readonly now: () => Date;
}

/** Sentences for a person at a terminal; otherwise JSON lines in the request log's form, for log collectors. */
export const createSay =
  ({ isTerminal, write, now }: Outlet): Say =>
  (line, level = 'info') => {
    const record = { level: LEVELS[level], time: now().getTime(), pid: process.pid, hostname: hostname(), msg: line };
    write(`${isTerminal ? line : JSON.stringify(record)}\n`);
  };

/** An error's message, without the values of a statement: password hashes, addresses and user input do not belong in the log. */
export const wordsOf = (error: unknown): string => {
  const words = error instanceof Error ? error.message : String(error);
  const values = words.indexOf('\nparams:');
  return values === -1 ? words : words.slice(0, values);
};

type LoggedError = {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack: string;
  readonly cause?: LoggedError;
};

const MOST_CAUSES = 5;

/** An error as the log records it. PostgreSQL's own details contain the values of rows, so they are left out. */
export const loggedError = (error: unknown, causes = 0): LoggedError => {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: String(error), stack: '' };
  }
  const at = error.stack?.indexOf('\n    at ') ?? -1;
  const hasCause = error.cause !== undefined && causes < MOST_CAUSES;
  return {
    type: error.name,
    message: wordsOf(error),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    stack: at === -1 ? '' : (error.stack ?? '').slice(at + 1),
    ...(hasCause ? { cause: loggedError(error.cause, causes + 1) } : {}),
  };
};
