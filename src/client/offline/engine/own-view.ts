import { deviceMessage } from '#shared/messages/device.ts';
import type { Message } from '#shared/messages/message.ts';
import { SaidError } from '#shared/messages/said-error.ts';
import { type Counters, getMeta } from '#client/offline/storage/meta.ts';
import type { Bus, EngineEvent, Storage, Tx } from './ports.ts';
import { RECORD_STORES } from '#client/offline/storage/record-stores.ts';
import type { StoreName } from '#client/offline/storage/stores.ts';

/** Why the record stores are no longer the copy of this tab's user. */
export type Ending =
  /** The user signed out in another tab, or was signed out from elsewhere; nobody has signed in since. */
  | 'signed-out'
  /** Someone else signed in there. */
  | 'other-user'
  /** The browser removed everything that was stored here. */
  | 'storage-gone';

const MESSAGES = {
  'signed-out': deviceMessage('signedOutHere'),
  'other-user': deviceMessage('otherUserHere'),
  'storage-gone': deviceMessage('storageCleared'),
} as const satisfies Readonly<Record<Ending, Message>>;

/** The stores belong to someone else, to nobody, or are gone: this tab neither reads nor writes records in them. */
export class ViewEnded extends SaidError {
  override readonly name = 'ViewEnded';
  readonly ending: Ending;
  constructor(ending: Ending) {
    super(MESSAGES[ending]);
    this.ending = ending;
  }
}

/** Why a copy that belongs to nobody is missing: every sign-in gives the device its name, and signing out keeps that name. */
const endingOfNobody = (counters: Counters): Ending => (counters === undefined ? 'storage-gone' : 'signed-out');

/** Why the record stores are not this user's copy; null if they are. Needs `meta`. */
export const endingIn = async (tx: Tx, userId: number): Promise<Ending | null> => {
  const viewOf = await getMeta(tx, 'viewOf');
  if (viewOf === userId) {
    return null;
  }
  return viewOf === undefined ? endingOfNobody(await getMeta(tx, 'counters')) : 'other-user';
};

/**
 * Throws `ViewEnded` if the record stores are not this user's copy; returns the counters, which it has to read as well. All its reads
 * start at once, before anyone writes.
 */
export const requireView = async (tx: Tx, userId: number): Promise<Counters> => {
  const [viewOf, counters] = await Promise.all([getMeta(tx, 'viewOf'), getMeta(tx, 'counters')]);
  if (viewOf !== userId) {
    throw new ViewEnded(viewOf === undefined ? endingOfNobody(counters) : 'other-user');
  }
  return counters;
};

const RECORDS: ReadonlySet<StoreName> = new Set(RECORD_STORES);

/** Keeps one tab to its own user's copy. */
export interface OwnView {
  /** The storage for everything in this tab: reads of records reject with `ViewEnded` while the copy is not its user's. */
  readonly storage: Storage;
  /**
   * Makes the copy this user's by `switchUser`, and binds the tab to it from then on. What `switchUser` throws is thrown, and nothing
   * changes.
   */
  readonly open: (userId: number, switchUser: () => Promise<void>) => Promise<void>;
  /** Nobody works in this tab (any longer). */
  readonly close: () => void;
  /** Checks whose copy it is: call it when the page comes to the foreground, and now and then. Throws what storage throws. */
  readonly look: () => Promise<void>;
  /** Null: the copy belongs to the tab's user, or nobody works in this tab. */
  readonly ending: () => Ending | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Whether the event says that the whole copy was emptied or changed hands. */
const isOfWholeCopy = (event: EngineEvent): boolean => event.kind === 'view' || (event.kind === 'rows' && event.orgId === 0);

/**
 * Binds what a tab reads to the owner of the copy: the transaction that reads rows also checks that they are the tab's user's. So an old
 * tab shows nothing of anyone who signed in later, whether or not it was notified.
 */
export const createOwnView = (storage: Storage, bus: Bus): OwnView => {
  let owner: number | null = null;
  let ending: Ending | null = null;
  let isOpening = false;
  const listeners = new Set<() => void>();

  const find = (found: Ending | null): void => {
    // A copy that changes hands for this very tab is not a sign-out.
    if (found !== ending && !isOpening) {
      ending = found;
      listeners.forEach((listener) => listener());
    }
  };
  const look = async (): Promise<void> => {
    const userId = owner;
    if (userId === null) {
      return;
    }
    const found = await storage.read(['meta'], (tx) => endingIn(tx, userId));
    if (owner === userId) {
      find(found);
    }
  };
  const begin = (userId: number | null): void => {
    owner = userId;
    find(null);
  };
  bus.listen((event) => {
    if (isOfWholeCopy(event)) {
      // If it cannot be read now, the next look finds out.
      look().catch(() => undefined);
    }
  });

  return {
    storage: {
      ...storage,
      read: async <T>(stores: readonly StoreName[], work: (tx: Tx) => Promise<T>): Promise<T> => {
        const userId = owner;
        if (userId === null || !stores.some((store) => RECORDS.has(store))) {
          return storage.read(stores, work);
        }
        const withMeta = stores.includes('meta') ? stores : [...stores, 'meta' as const];
        // Both at the same time: neither waits for the other.
        const read = (tx: Tx) => Promise.all([endingIn(tx, userId), work(tx)]);
        const [found, result] = await storage.read<readonly [Ending | null, T]>(withMeta, read);
        if (found !== null) {
          if (owner === userId) {
            find(found);
          }
          throw new ViewEnded(found);
        }
        return result;
      },
    },
    open: async (userId, switchUser) => {
      isOpening = true;
      try {
        await switchUser();
      } finally {
        isOpening = false;
      }
      begin(userId);
    },
    close: () => begin(null),
    look,
    ending: () => ending,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
