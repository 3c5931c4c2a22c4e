import type { Engine } from '#client/offline/engine.ts';
import { getMeta } from '#client/offline/meta.ts';

/** What this device held of a user's unsent changes when it was last looked at: kept apart from the stores, to notice when those are gone. */
interface Held {
  readonly deviceId: string;
  readonly pending: number;
  readonly at: number;
}

/** Unsent changes that went with the device's storage: how many there were, and when they were last seen. */
export type LostWork = Pick<Held, 'pending' | 'at'>;

const heldKey = (userId: number): string => `headlandDevice:${userId}`;
const lostKey = (userId: number): string => `headlandLost:${userId}`;

const isHeld = (value: unknown): value is Held =>
  typeof value === 'object' &&
  value !== null &&
  'pending' in value &&
  typeof value.pending === 'number' &&
  'at' in value &&
  'deviceId' in value;

const readHeld = (key: string): Held | null => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isHeld(value) ? value : null;
  } catch {
    // Nobody but us writes there; what cannot be read says nothing.
    return null;
  }
};

/** What the user has not been told yet, or has not put away. */
export const lostWork = (userId: number): LostWork | null => readHeld(lostKey(userId));

export const putAway = (userId: number): void => localStorage.removeItem(lostKey(userId));

/**
 * Compares this device's stores with what they held when they were last seen: a browser that found them damaged begins anew without a word,
 * and then nobody else would say that something is missing. Gives what ends the watch over them.
 */
export const watchForLoss = async (engine: Engine, userId: number): Promise<() => void> => {
  const { storage, clock } = engine.core;
  const deviceId = (await storage.read(['meta'], (tx) => getMeta(tx, 'counters')))?.deviceId ?? '';
  const before = readHeld(heldKey(userId));
  if (before && before.deviceId !== deviceId && before.pending > 0) {
    localStorage.setItem(lostKey(userId), JSON.stringify(before));
  }
  let last = -1;
  const note = ({ pending }: { readonly pending: number }): void => {
    if (pending !== last) {
      last = pending;
      localStorage.setItem(heldKey(userId), JSON.stringify({ deviceId, pending, at: clock.now() } satisfies Held));
    }
  };
  // The engine has just counted.
  note(engine.current());
  return engine.subscribe(note);
};
