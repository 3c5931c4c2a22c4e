import { ViewEnded } from '#client/offline/engine/own-view.ts';
import type { Tx } from '#client/offline/engine/ports.ts';
import { sameValue } from './merge.ts';
import type { Written } from './write.ts';

/** The key of a state that belongs to one person in one organization. */
export type KeptKey = `run:${number}:${number}`;

/** A state that goes with changes of records and is true only together with them. */
export interface KeptRow {
  readonly key: KeptKey;
  /** The whole state, or how it follows from what came of the changes; null removes it. */
  readonly value: object | null | ((written: readonly Written[]) => object | null);
  /** The state that this follows from, null for none; without it, whatever is there is replaced. */
  readonly seen?: object | null;
}

/** Throws `ViewEnded` if a state is another person's: someone else has signed in since a screen showed it. */
export const requireOwnKeys = (userId: number, rows: readonly KeptRow[]): void => {
  if (rows.some(({ key }) => !key.startsWith(`run:${userId}:`))) {
    throw new ViewEnded('other-user');
  }
};

/** Whether the states are still what was seen of them: another tab may have gone on in the meantime. */
export const areAsSeen = async (tx: Tx, rows: readonly KeptRow[]): Promise<boolean> => {
  for (const { key, seen } of rows) {
    if (seen !== undefined && !sameValue((await tx.get('meta', key))?.value, seen)) {
      return false;
    }
  }
  return true;
};

/** Puts the states that follow from the changes of this transaction. */
export const putKept = async (tx: Tx, rows: readonly KeptRow[], written: readonly Written[]): Promise<void> => {
  for (const { key, value: next } of rows) {
    const value = typeof next === 'function' ? next(written) : next;
    await (value === null ? tx.remove('meta', key) : tx.put('meta', { key, value }));
  }
};
