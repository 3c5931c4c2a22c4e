import type { Endpoint } from '#shared/endpoint.ts';
import { AppError, refusalMessage } from '#shared/lib/errors.ts';
import type { AttemptCounter } from '#server/ports/limits.ts';
import { countedAs } from '#server/auth/attempt-limits.ts';
import { addAttempts } from '#server/data/attempts.ts';
import type { Database } from '#server/db/database.ts';
import type { Limits } from '#server/limits.ts';
import type { Message } from '#shared/messages/message.ts';

/** How long a process counts by itself before it shares its counts and reads those of the others. */
const FLUSH_MS = 2_000;
/** Longer than any of its windows: parties that have not asked since can be forgotten. */
const REMEMBERED_MS = 2 * 3_600_000;
const RETRY_AFTER_SECONDS = 60;

interface Entry {
  readonly key: string;
  readonly most: number;
  readonly windowSeconds: number;
  /** Of all processes, as the database reported last. */
  known: number;
  /** Counted here since. */
  pending: number;
  askedAt: number;
  isAsked: boolean;
}

export interface TallyDeps {
  readonly db: Database;
  readonly now: () => Date;
  readonly settings: Limits;
  readonly say: (line: string) => void;
}

/** Counts requests and writes by account and organization (decision 0037). */
export interface Tally {
  /** Counts a request of an account, or of a program by its key; refuses with 429, uncounted, if it is one too many. */
  count(endpoint: Endpoint, who: string): void;
  /** The same for the organization in which it is made. */
  countOf(endpoint: Endpoint, organizationId: number): void;
  /** Sends the counts to the database, and reads those of other processes. */
  flush(): Promise<void>;
}

/**
 * A small read must not cost a write. So each process counts for itself and shares its sums every two seconds, on the first request after
 * that. Until then it does not know about the others: with n processes, at most what n - 1 of them accept in two seconds exceeds a limit.
 */
export const createTally = ({ db, now, settings, say }: TallyDeps): Tally => {
  const entries = new Map<string, Entry>();
  let flushedAt = now().getTime();
  let flushing: Promise<void> | undefined;

  const entryOf = (counter: AttemptCounter): Entry => {
    const name = counter.join(':');
    const known = entries.get(name);
    if (known) {
      return known;
    }
    const entry = { ...countedAs(counter, settings), known: 0, pending: 0, askedAt: 0, isAsked: false };
    entries.set(name, entry);
    return entry;
  };

  const share = async (): Promise<void> => {
    const at = now().getTime();
    flushedAt = at;
    for (const [name, { askedAt, pending }] of entries) {
      if (pending === 0 && at - askedAt > REMEMBERED_MS) {
        entries.delete(name);
      }
    }
    const asked = [...entries.values()].filter(({ isAsked }) => isAsked);
    const sent = asked.map((entry) => ({ entry, amount: entry.pending }));
    for (const { entry, amount } of sent) {
      Object.assign(entry, { known: entry.known + amount, pending: 0, isAsked: false });
    }
    try {
      const tallied = sent.map(({ entry: { key, windowSeconds }, amount }) => ({ key, windowSeconds, amount }));
      const totals = asked.length === 0 ? new Map<string, number>() : await addAttempts(db, tallied, now());
      for (const entry of asked) {
        entry.known = totals.get(entry.key) ?? entry.known;
      }
    } catch (error) {
      for (const { entry, amount } of sent) {
        Object.assign(entry, { known: entry.known - amount, pending: entry.pending + amount, isAsked: true });
      }
      say(`Requests could not be counted and are counted later: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  const flush = (): Promise<void> => {
    flushing ??= share().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };

  const countAll = (counters: readonly AttemptCounter[], message: Message): void => {
    const at = now().getTime();
    const all = counters.map(entryOf);
    for (const entry of all) {
      Object.assign(entry, { askedAt: at, isAsked: true });
    }
    const isFull = all.some(({ known, pending, most }) => known + pending >= most);
    if (!isFull) {
      for (const entry of all) {
        entry.pending += 1;
      }
    }
    if (Math.abs(at - flushedAt) >= FLUSH_MS) {
      void flush();
    }
    if (isFull) {
      throw new AppError('too_many', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  };

  return {
    count: ({ method }, who) =>
      countAll(
        [['requestOfAccount', who], ...(method === 'GET' ? [] : [['writeOfAccount', who] as const])],
        refusalMessage('tooManyRequests'),
      ),
    countOf: ({ method }, organizationId) => {
      const subject = String(organizationId);
      countAll(
        [['requestOfOrganization', subject], ...(method === 'GET' ? [] : [['writeOfOrganization', subject] as const])],
        refusalMessage('tooManyRequestsOfOrganization'),
      );
    },
    flush,
  };
};
