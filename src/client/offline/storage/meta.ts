import type { Tx } from '#client/offline/engine/ports.ts';

/** Single values that the engine keeps; each is one row of the store `meta`. */
export interface Meta {
  /** What numbers changes on this device, and its name to the server. */
  readonly counters: { readonly seq: number; readonly lastTempId: number; readonly deviceId: string };
  /** Whose view the record stores hold. */
  readonly viewOf: number;
  /** Temporary ids that are known by now but still stand in rows of other records. */
  readonly spread: readonly number[];
  /** Of a user: the server's epoch as his changes know it. */
  readonly [epoch: `epoch:${number}`]: string;
  /** Of an organization: where its pull goes on. */
  readonly [cursor: `cursor:${number}`]: string;
  /** Of an organization: who fills its copy just now. */
  readonly [filling: `filling:${number}`]: string;
  /** Of an organization: kinds of records that its copy was brought up to date without (`lacking.ts`). */
  readonly [lacks: `lacks:${number}`]: readonly string[];
  /** Of an organization: which entries are here. */
  readonly [coverage: `entries:${number}`]: EntryCoverage;
  /** Of a user: when a sync last reached the server and left nothing behind that could go. */
  readonly [lastSync: `lastSync:${number}`]: number;
  /** Of an organization: what the server answered about money, by a name (see `money.ts`). */
  readonly [money: `money:${number}:${string}`]: MoneyCopy;
}

/** An answer of the server, and when it came, by the device's clock. */
export interface MoneyCopy {
  readonly at: number;
  readonly answer: unknown;
}

/** The newest entries are all here, down to this one; of older ones only some. Null: all are here. */
export interface EntryCoverage {
  readonly oldest: { readonly date: string; readonly id: number } | null;
}

export const getMeta = async <K extends keyof Meta>(tx: Tx, key: K): Promise<Meta[K] | undefined> =>
  (await tx.get('meta', key))?.value as Meta[K] | undefined;

/** Forgets how far the copy of an organization goes; of every one, also of those that the user is no member of any more, where none is named. */
export const forgetCursors = async (tx: Tx, orgId?: number): Promise<void> => {
  for (const name of ['cursor:', 'entries:', 'filling:', 'lacks:']) {
    const keys = orgId === undefined ? { from: name, to: `${name}~` } : { from: `${name}${orgId}`, to: `${name}${orgId}` };
    for (const { key } of await tx.list('meta', keys)) {
      await tx.remove('meta', key);
    }
  }
};

export const putMeta = <K extends keyof Meta>(tx: Tx, key: K, value: Meta[K]): Promise<void> => tx.put('meta', { key, value });
