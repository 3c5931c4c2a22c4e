import { type IDBPDatabase, openDB } from 'idb';
import { ConnectionLost, transact } from '#client/offline/browser/idb-transaction.ts';
import type { Storage, Tx } from '#client/offline/ports.ts';
import { DATABASE_NAME, DATABASE_VERSION, SHAPES, type StoreName, type StoreShape } from '#client/offline/stores.ts';

/** The device's database was made by a newer app than this tab runs: only a reload helps. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

/** The browser cannot open the database, and its words are the `cause`. What it holds is left as it is; `chooseDatabase` begins another. */
export class BrokenDatabase extends Error {
  override readonly name = 'BrokenDatabase';
}

export interface OpenedStorage extends Storage {
  /** What the database is called. */
  readonly name: string;
  /** Lets go of the database once what is under way has ended. The next call opens it again. */
  readonly close: () => Promise<void>;
}

interface Options {
  /** Which database; without it the one that this device chose (`chooseDatabase`). */
  readonly name?: string;
  /** Another tab has a newer app and wants to change the database: this tab has let go of it and has to be loaded again. */
  readonly onVersionChange?: () => void;
}

const CHOSEN = 'headlandDatabase';
// WebKit fails to open now and then after it was in the background, and does at once when asked again.
const TRIES = 3;

const chosenName = (): string => localStorage.getItem(CHOSEN) ?? DATABASE_NAME;

/** From now on, and after every reload, this device works with the database of that name. The one before is kept. */
export const chooseDatabase = (name: string): void => localStorage.setItem(CHOSEN, name);

const createStores = (db: IDBPDatabase): void => {
  for (const [name, { key, autoIncrement = false, indexes }] of Object.entries<StoreShape>(SHAPES)) {
    const store = db.createObjectStore(name, { keyPath: key, autoIncrement });
    for (const [index, { path, multiEntry = false }] of Object.entries(indexes)) {
      store.createIndex(index, typeof path === 'string' ? path : [...path], { multiEntry });
    }
  }
};

interface Ends {
  /** The browser closed it. */
  readonly onLost: () => void;
  /** Another tab needs it closed. */
  readonly onWanted: () => void;
}

const openOnce = (name: string, { onLost, onWanted }: Ends): Promise<IDBPDatabase> =>
  openDB(name, DATABASE_VERSION, { upgrade: createStores, terminated: onLost, blocking: onWanted });

const openFirmly = async (name: string, ends: Ends): Promise<IDBPDatabase> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await openOnce(name, ends);
    } catch (error) {
      const kind = error instanceof DOMException ? error.name : '';
      if (kind === 'VersionError') {
        throw new NewerDatabase('This app is older than what it has kept on this device. Load it again.', { cause: error });
      }
      if (kind === 'QuotaExceededError') {
        throw error;
      }
      if (tries === TRIES) {
        throw new BrokenDatabase('The browser cannot open what this app has kept on this device.', { cause: error });
      }
    }
  }
};

/**
 * Opens the device's database, made new if there is none. Rejects with `NewerDatabase`, `BrokenDatabase` or the browser's
 * QuotaExceededError. A connection that the browser loses later is opened again, and what cannot have taken effect is done once more.
 */
export const openStorage = async ({ name = chosenName(), onVersionChange }: Options = {}): Promise<OpenedStorage> => {
  let connection: Promise<IDBPDatabase> | undefined;
  const connect = (): Promise<IDBPDatabase> => {
    const mine = openFirmly(name, {
      onLost: () => forget(mine),
      onWanted: () => {
        forget(mine);
        void mine.then((db) => db.close());
        onVersionChange?.();
      },
    });
    connection = mine;
    mine.catch(() => forget(mine));
    return mine;
  };
  const forget = (old: Promise<IDBPDatabase>): void => {
    if (connection === old) {
      connection = undefined;
    }
  };

  const run = async <T>(
    stores: readonly StoreName[],
    mode: 'readonly' | 'readwrite',
    durability: IDBTransactionDurability,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> => {
    for (let isAgain = false; ; isAgain = true) {
      const used = connection ?? connect();
      try {
        return await transact(await used, stores, mode, durability, work);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) {
          throw error;
        }
        forget(used);
        (await used).close();
        if (isAgain) {
          throw error.cause;
        }
      }
    }
  };

  await connect();
  return {
    name,
    read: (stores, work) => run(stores, 'readonly', 'default', work),
    write: (stores, work, { durability }) => run(stores, 'readwrite', durability, work),
    close: async () => {
      const last = connection;
      connection = undefined;
      (await last)?.close();
    },
  };
};
