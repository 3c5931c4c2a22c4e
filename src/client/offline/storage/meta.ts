import type { Tx } from '#client/offline/engine/ports.ts';

/** Single values that the engine keeps; each is one row of the store `meta`. */
export interface Meta {
  /** The counters that number changes on this device, and its id for the server. */
  readonly counters: { readonly seq: number; readonly lastTempId: number; readonly deviceId: string };
  /** The user whose copy the record stores hold. */
  readonly viewOf: number;
  /** Temporary ids whose real ids are known, but not yet written into the rows of other records. */
  readonly spread: readonly number[];
  /** Of a user: the server's epoch as their changes know it. */
  readonly [epoch: `epoch:${number}`]: string;
  /** Of an organization: where its pull continues. */
  readonly [cursor: `cursor:${number}`]: string;
  /** Of an organization: the token of the refill that is under way. */
  readonly [filling: `filling:${number}`]: string;
  /** Of an organization: kinds of records that its copy was brought up to date without (`lacking.ts`). */
  readonly [lacks: `lacks:${number}`]: readonly string[];
  /** Of an organization: which entries are here. */
  readonly [coverage: `entries:${number}`]: EntryCoverage;
  /** Of a user: when a sync last reached the server and left nothing that could be sent. */
  readonly [lastSync: `lastSync:${number}`]: number;
  /** Of an organization: what else the server answered that every member may see, by name (see `kept-answers.ts`). */
  readonly [answers: `answers:${number}`]: Readonly<Record<string, unknown>>;
  /** Of an organization: what the server answered about money, by name (see `money.ts`). */
  readonly [money: `money:${number}:${string}`]: MoneyCopy;
}

/** An answer of the server and when it came, by the device's clock. */
export interface MoneyCopy {
  readonly at: number;
  readonly answer: unknown;
}

/** The newest entries are complete down to this one; older ones are here in part. Null: all are here. */
export interface EntryCoverage {
  readonly oldest: { readonly date: string; readonly id: number } | null;
}

/** What numbers changes; a device where nobody has signed in has none. */
export type Counters = Meta['counters'] | undefined;

export const getMeta = async <K extends keyof Meta>(tx: Tx, key: K): Promise<Meta[K] | undefined> =>
  (await tx.get('meta', key))?.value as Meta[K] | undefined;

/**
 * Forgets how far the copy of an organization goes, and what was kept beside it. Without an organization, of all of them, including those that the user no longer
 * belongs to.
 */
export const forgetCursors = async (tx: Tx, orgId?: number): Promise<void> => {
  for (const name of ['cursor:', 'entries:', 'filling:', 'lacks:', 'answers:']) {
    const keys = orgId === undefined ? { from: name, to: `${name}~` } : { from: `${name}${orgId}`, to: `${name}${orgId}` };
    for (const { key } of await tx.list('meta', keys)) {
      await tx.remove('meta', key);
    }
  }
};

export const putMeta = <K extends keyof Meta>(tx: Tx, key: K, value: Meta[K]): Promise<void> => tx.put('meta', { key, value });
