import { useSyncExternalStore } from 'react';
import { theOwnView } from '#client/data/own-view.ts';
import { countUnsent, deviceTime, type Engine, type Losses, type LossReport, oneAtATime } from '#client/offline/public.ts';

/** The number of a user's unsent changes when this device was last checked: kept outside the stores, to notice when those are gone. */
interface Held {
  readonly deviceId: string;
  readonly pending: number;
  /** Milliseconds, by the device's clock. */
  readonly at: number;
  /** How many of them belong to which organization; missing in data of older versions. */
  readonly byOrganization?: Readonly<Record<string, number>>;
}

/** Unsent changes that were lost with the device's storage: how many there were, and when they were last seen. */
export interface LostWork extends Held {
  /** The user has read that they are lost. */
  readonly isRead?: boolean;
  /** Organizations whose office has been notified. */
  readonly toldTo?: readonly number[];
}

/** Storage is never emptied this often before the office is notified. */
const MOST_LOSSES = 20;

const heldKey = (userId: number): string => `headlandDevice:${userId}`;
const lostKey = (userId: number): string => `headlandLost:${userId}`;

const isHeld = (value: unknown): value is Held =>
  typeof value === 'object' &&
  value !== null &&
  'pending' in value &&
  typeof value.pending === 'number' &&
  'at' in value &&
  typeof value.at === 'number' &&
  'deviceId' in value &&
  typeof value.deviceId === 'string';

const readAll = (key: string): Held[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    // An older version kept one loss, not a list.
    return [value].flat().filter(isHeld);
  } catch {
    // Nobody but us writes there; unreadable content is ignored.
    return [];
  }
};

let version = 0;
const listeners = new Set<() => void>();

const changed = (): void => {
  version += 1;
  listeners.forEach((listener) => listener());
};

const isSettled = ({ isRead = false, byOrganization = {}, toldTo = [] }: LostWork): boolean =>
  isRead && Object.keys(byOrganization).every((orgId) => toldTo.includes(Number(orgId)));

const losses = (userId: number): LostWork[] => readAll(lostKey(userId));

const keepLosses = (userId: number, all: readonly LostWork[]): void => {
  const left = all.filter((loss) => !isSettled(loss)).slice(-MOST_LOSSES);
  if (left.length === 0) {
    localStorage.removeItem(lostKey(userId));
  } else {
    localStorage.setItem(lostKey(userId), JSON.stringify(left));
  }
  changed();
};

const change = (userId: number, deviceId: string, how: (loss: LostWork) => LostWork): void =>
  keepLosses(
    userId,
    losses(userId).map((loss) => (loss.deviceId === deviceId ? how(loss) : loss)),
  );

/** What the user has not seen or dismissed yet. */
const unread = (userId: number): LostWork | null => losses(userId).find(({ isRead }) => isRead !== true) ?? null;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the user has lost with this device's storage and not dismissed yet; null: nothing. */
export const useLostWork = (userId: number): LostWork | null => {
  useSyncExternalStore(subscribe, () => version);
  return unread(userId);
};

/** Marks it as dismissed by the user. */
export const putAway = (userId: number, { deviceId }: LostWork): void => change(userId, deviceId, (loss) => ({ ...loss, isRead: true }));

/** Lost work that each organization's office still has to be notified of. */
export const lossesHere: Losses = {
  toReport: (userId, orgId): LossReport | null => {
    for (const { deviceId, at, byOrganization = {}, toldTo = [] } of losses(userId)) {
      const pending = byOrganization[orgId] ?? 0;
      if (pending > 0 && !toldTo.includes(orgId)) {
        return { deviceId, pending, lastSeenAt: at };
      }
    }
    return null;
  },
  reported: (userId, orgId, deviceId) =>
    change(userId, deviceId, (loss) => ({ ...loss, toldTo: [...new Set([...(loss.toldTo ?? []), orgId])] })),
};

/** What was held under another storage name than the current one is lost. The first tab to find it records it, once. */
const noteLoss = (userId: number, deviceId: string | undefined): void => {
  const [before] = readAll(heldKey(userId));
  if (before && before.deviceId !== deviceId) {
    const others = losses(userId).filter((loss) => loss.deviceId !== before.deviceId);
    localStorage.removeItem(heldKey(userId));
    if (before.pending > 0) {
      keepLosses(userId, [...others, before]);
    }
  }
};

/**
 * Compares this device's stores with what they held when last seen, now and whenever the queue changes: a browser that empties them
 * notifies nobody, and the lost changes must not be counted as sent. Returns a function that ends the watch.
 */
export const watchForLoss = async (engine: Engine, userId: number): Promise<() => void> => {
  let last = '';
  const look = async (): Promise<void> => {
    const { deviceId, byOrganization } = await countUnsent(engine, userId);
    noteLoss(userId, deviceId);
    const pending = [...byOrganization.values()].reduce((sum, count) => sum + count, 0);
    const counted = { deviceId, pending, byOrganization: Object.fromEntries(byOrganization) };
    const words = JSON.stringify(counted);
    if (deviceId !== undefined && words !== last) {
      last = words;
      localStorage.setItem(heldKey(userId), JSON.stringify({ ...counted, deviceId, at: deviceTime(engine) } satisfies Held));
    }
  };
  // Errors of the storage itself are shown by the count of waiting changes.
  const lookAgain = oneAtATime(() => look().catch(() => undefined));
  let counted = -1;
  const note = ({ pending }: { readonly pending: number }): void => {
    if (pending !== counted) {
      counted = pending;
      lookAgain();
    }
  };
  await look();
  const ends = [engine.subscribe(note), theOwnView().subscribe(lookAgain)];
  return () => ends.forEach((end) => end());
};
