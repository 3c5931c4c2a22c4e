import { deviceMessage } from '#shared/messages/device.ts';
import { SaidError } from '#shared/messages/said-error.ts';
import { type Answers, patient } from '#client/offline/browser/answers.ts';
import { answerOf } from '#client/offline/browser/idb-answers.ts';
import { ConnectionLost, GivenUp, transact } from '#client/offline/browser/idb-transaction.ts';
import { ALWAYS_HERE, type PageLife } from '#client/offline/browser/page-life.ts';
import type { Storage, Tx } from '#client/offline/engine/ports.ts';
import { type DatabasePlan, TODAYS_PLAN, upgradeDatabase } from '#client/offline/browser/upgrade.ts';
import { DATABASE_NAME, type StoreName } from '#client/offline/storage/stores.ts';

/** The device's database was made by a newer app than this tab runs: only a reload helps. */
export class NewerDatabase extends SaidError {
  override readonly name = 'NewerDatabase';
}

/**
 * The browser cannot open the database; its own error is the `cause`. The contents are left alone; `chooseDatabase` starts another
 * database.
 */
export class BrokenDatabase extends SaidError {
  override readonly name = 'BrokenDatabase';
}

/** The browser did not answer in time, or the page was left: the change was given up, and nothing of it is kept. */
export class NotKept extends SaidError {
  override readonly name = 'NotKept';
}

export interface OpenedStorage extends Storage {
  /** The name of the database. */
  readonly name: string;
  /** Releases the database once everything in flight has ended. The next call opens it again. */
  readonly close: () => Promise<void>;
  /** Gives up everything in flight and starts over: reads are repeated once, writes reject with `NotKept`. */
  readonly reopen: () => void;
}

interface Options {
  /** Its stores; only tests pass others than today's. */
  readonly plan?: DatabasePlan;
  /** The name of the database; by default the one that this device chose (`chooseDatabase`). */
  readonly name?: string;
  /** Another tab has a newer app and wants to change the database: this tab has released it and has to be reloaded. */
  readonly onVersionChange?: () => void;
  /** While the page is put away, nothing is in flight and the database is not held open. */
  readonly life?: PageLife;
  /** Notices when the browser does not answer. */
  readonly answers?: Answers;
}

const CHOSEN = 'headlandDatabase';
// After being in the background, WebKit sometimes fails to open, and succeeds when asked again at once.
const TRIES = 3;

const chosenName = (): string => localStorage.getItem(CHOSEN) ?? DATABASE_NAME;

/** From now on, and after every reload, this device uses the database of that name. The previous one is kept. */
export const chooseDatabase = (name: string): void => localStorage.setItem(CHOSEN, name);

interface Surroundings {
  readonly life: PageLife;
  readonly answers: Answers;
}

interface Ends {
  /** The browser closed it. */
  readonly onLost: () => void;
  /** Another tab needs it closed, to upgrade it to this version or, if null, to delete it. */
  readonly onWanted: (version: number | null) => void;
}

/** Opens a connection: of that version, or of whichever the database has. */
const connectTo = async (
  name: string,
  version: number | undefined,
  { onLost, onWanted }: Ends,
  upgrade: (db: IDBDatabase, transaction: IDBTransaction) => void,
): Promise<IDBDatabase> => {
  const request = indexedDB.open(name, version);
  request.addEventListener('upgradeneeded', () => {
    if (request.transaction) {
      upgrade(request.result, request.transaction);
    }
  });
  const db = await answerOf(request);
  db.addEventListener('close', onLost);
  db.addEventListener('versionchange', ({ newVersion }) => onWanted(newVersion));
  return db;
};

const openOnce = (name: string, plan: DatabasePlan, ends: Ends, answers: Answers): Promise<IDBDatabase> => {
  let upgrading: Pick<IDBTransaction, 'abort'> | undefined;
  const asked = answers.ask(() => {
    upgrading?.abort();
    return upgrading !== undefined;
  }, false);
  const upgrade = (db: IDBDatabase, transaction: IDBTransaction): void => {
    upgrading = transaction;
    upgradeDatabase(db, transaction, plan);
  };
  return connectTo(name, plan.version, ends, upgrade).finally(asked.end);
};

const openFirmly = async (name: string, plan: DatabasePlan, ends: Ends, { life, answers }: Surroundings): Promise<IDBDatabase> => {
  for (let tries = 1; ; tries += 1) {
    await life.awake();
    try {
      return await openOnce(name, plan, ends, answers);
    } catch (error) {
      const kind = error instanceof DOMException ? error.name : '';
      if (kind === 'VersionError') {
        throw new NewerDatabase(deviceMessage('appOlderThanData'), { cause: error });
      }
      if (kind === 'QuotaExceededError') {
        throw error;
      }
      if (tries === TRIES) {
        throw new BrokenDatabase(deviceMessage('storageNotOpened'), { cause: error });
      }
    }
  }
};

/** Opens a database that a newer app has taken over, as it is. Upgrades only add, so it has everything that this app needs. */
const openOutdated = (name: string, ends: Ends): Promise<IDBDatabase> =>
  // It has been deleted: an empty one would be mistaken for it.
  connectTo(name, undefined, ends, (_db, transaction) => transaction.abort());

/**
 * Opens the device's database, creating it if there is none. Rejects with `NewerDatabase`, `BrokenDatabase` or the browser's
 * QuotaExceededError. A connection that the browser loses later is opened again, and what cannot have taken effect is repeated once. When
 * a tab with a newer app takes the database over, this one releases it, and still keeps in it what is saved on its open forms.
 */
export const openStorage = async ({
  name = chosenName(),
  plan = TODAYS_PLAN,
  onVersionChange,
  life = ALWAYS_HERE,
  answers = patient(),
}: Options = {}): Promise<OpenedStorage> => {
  let connection: Promise<IDBDatabase> | undefined;
  let wasOpen = false;
  let isOutdated = false;
  let left = 0;
  const openInTime = async (ends: Ends): Promise<IDBDatabase> => {
    try {
      return await openFirmly(name, plan, ends, { life, answers });
    } catch (error) {
      if (!(error instanceof NewerDatabase) || !wasOpen) {
        throw error;
      }
      // It was taken over while this page was put away.
      isOutdated = true;
      onVersionChange?.();
      return openOutdated(name, ends);
    }
  };
  const connect = (): Promise<IDBDatabase> => {
    const ends: Ends = {
      onLost: () => forget(mine),
      onWanted: (wanted) => {
        forget(mine);
        isOutdated = wanted !== null && wanted > plan.version;
        void mine.then((db) => db.close());
        onVersionChange?.();
      },
    };
    const mine = isOutdated ? openOutdated(name, ends) : openInTime(ends);
    connection = mine;
    mine.catch(() => forget(mine));
    return mine;
  };
  const forget = (old: Promise<IDBDatabase>): void => {
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
    for (let isAgain = false; ;) {
      await life.awake();
      const before = left;
      const used = connection ?? connect();
      try {
        return await transact(await used, stores, mode, durability, work, answers);
      } catch (error) {
        if (error instanceof GivenUp) {
          if (mode === 'readonly') {
            continue;
          }
          throw new NotKept(deviceMessage(left === before ? 'storageSilent' : 'pageLeft'), { cause: error });
        }
        if (!(error instanceof ConnectionLost)) {
          throw error;
        }
        forget(used);
        (await used).close();
        if (isAgain) {
          throw error.cause;
        }
        isAgain = true;
      }
    }
  };

  const letGo = (): void => {
    answers.giveUpAll();
    const last = connection;
    connection = undefined;
    last?.then((db) => db.close()).catch(() => undefined);
  };
  const reopen = (): void => {
    letGo();
    // A failure here will fail again for its caller, who reports it.
    connect().catch(() => undefined);
  };

  const unwatch = life.watch({
    onLeave: () => {
      left += 1;
      letGo();
    },
    onReturn: reopen,
  });
  await connect().catch((error: unknown) => {
    unwatch();
    throw error;
  });
  wasOpen = true;
  return {
    name,
    isOutdated: () => isOutdated,
    reopen,
    read: (stores, work) => run(stores, 'readonly', 'default', work),
    write: (stores, work, { durability }) => run(stores, 'readwrite', durability, work),
    close: async () => {
      unwatch();
      const last = connection;
      connection = undefined;
      (await last)?.close();
    },
  };
};
