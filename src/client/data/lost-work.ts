import { useSyncExternalStore } from 'react';
import { theOwnView } from '#client/data/own-view.ts';
import { countUnsent, deviceTime, type Engine, type Losses, type LossReport, oneAtATime } from '#client/offline/public.ts';

/** What this device held of a user's unsent changes when it was last looked at: kept apart from the stores, to notice when those are gone. */
interface Held {
  readonly deviceId: string;
  readonly pending: number;
  /** By the device's clock, milliseconds. */
  readonly at: number;
  /** How many of them were for which organization; an older app did not keep it. */
  readonly byOrganization?: Readonly<Record<string, number>>;
}

/** Unsent changes that went with the device's storage: how many there were, and when they were last seen. */
export interface LostWork extends Held {
  /** Its user has read that it is lost. */
  readonly isRead?: boolean;
  /** Organizations whose office knows. */
  readonly toldTo?: readonly number[];
}

/** Nobody's storage is emptied so often before the office hears of it. */
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
    // An older app kept one loss, by itself.
    return [value].flat().filter(isHeld);
  } catch {
    // Nobody but us writes there; what cannot be read says nothing.
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

/** What the user has not been told yet, or has not put away. */
const unread = (userId: number): LostWork | null => losses(userId).find(({ isRead }) => isRead !== true) ?? null;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the user has lost with this device's storage and not put away yet; null: nothing. */
export const useLostWork = (userId: number): LostWork | null => {
  useSyncExternalStore(subscribe, () => version);
  return unread(userId);
};

/** The user knows of it. */
export const putAway = (userId: number, { deviceId }: LostWork): void => change(userId, deviceId, (loss) => ({ ...loss, isRead: true }));

/** What each organization's office still has to hear of work that went with this device's storage. */
export const lossesHere: Losses = {
  toTell: (userId, orgId): LossReport | null => {
    for (const { deviceId, at, byOrganization = {}, toldTo = [] } of losses(userId)) {
      const pending = byOrganization[orgId] ?? 0;
      if (pending > 0 && !toldTo.includes(orgId)) {
        return { deviceId, pending, lastSeenAt: at };
      }
    }
    return null;
  },
  told: (userId, orgId, deviceId) =>
    change(userId, deviceId, (loss) => ({ ...loss, toldTo: [...new Set([...(loss.toldTo ?? []), orgId])] })),
};

/** What was held under another name than the stores have now went with them. Whoever finds it first notes it, once. */
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
 * Compares this device's stores with what they held when they were last seen, now and whenever what waits changes: a browser that emptied
 * them says so to nobody, and what waited in them must not be counted down as if it had been sent. Gives what ends the watch.
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
  // What storage says of its own trouble, the count of what waits shows.
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
