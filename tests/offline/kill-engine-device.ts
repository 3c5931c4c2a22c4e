import type { BatchedAnswer } from '#shared/domain/batch.ts';
import { type OpenedStorage, openStorage } from '#client/offline/browser/idb-storage.ts';
import { deviceRandom } from '#client/offline/browser/random.ts';
import { deviceClock } from '#client/offline/browser/clock.ts';
import { fetchNet } from '#client/offline/browser/fetch-net.ts';
import type { createEngine, Engine } from '#client/offline/engine/engine.ts';
import type { Bus, EngineEvent, Locks, Net, Ports, Storage, Tx } from '#client/offline/engine/ports.ts';
import type { Violations } from '../kill/figures.ts';
import { type EngineFigures, isHit } from './kill-engine-figures.ts';

/** Who can sign in. */
export interface Account {
  readonly userId: number;
  readonly cookie: string;
}

export interface Setting {
  readonly name: string;
  readonly orgId: number;
  /** The server's last address; it may be down just now. */
  readonly url: () => string;
  readonly createEngine: typeof createEngine;
  /** How likely it is that an answer is lost, and that the tab dies right after a commit. */
  readonly lostAnswers: number;
  readonly deaths: number;
  readonly figures: EngineFigures;
  readonly violations: Violations;
}

/** Nothing that is in progress in a tab goes on after its death. */
class Life {
  isDead = false;
  private end: () => void = () => undefined;
  /** Resolves when the tab dies. */
  readonly death = new Promise<void>((resolve) => {
    this.end = resolve;
  });

  die(): void {
    this.isDead = true;
    this.end();
  }

  /** The same while the tab lives; after that it never settles. */
  while<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (value) => (this.isDead ? undefined : resolve(value)),
        (error: unknown) => (this.isDead ? undefined : reject(error instanceof Error ? error : new Error(String(error)))),
      );
    });
  }
}

const never = <T>(): Promise<T> => new Promise(() => undefined);

/** First come, first served. */
const fifoLocks = (): Locks => {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: (name, work) => {
      const mine = (last.get(name) ?? Promise.resolve()).then(() => work(new AbortController().signal));
      last.set(
        name,
        mine.catch(() => undefined),
      );
      return mine;
    },
  };
};

const tabBus = (): Bus => {
  const listeners = new Set<(event: EngineEvent) => void>();
  return {
    post: (event) => {
      for (const listener of listeners) {
        queueMicrotask(() => listener(event));
      }
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** A phone: stores that outlive its tab, one tab at a time, one person signed in at a time. */
export class Device {
  readonly setting: Setting;
  engine: Engine;
  account: Account;
  private started: Engine | null = null;
  private userId: number | null;
  /** From now on no answers are lost and no tabs die. */
  isCalm = false;
  private life: Life;
  private readonly storage: OpenedStorage;
  private cursor = -1;

  private constructor(setting: Setting, storage: OpenedStorage, account: Account) {
    this.setting = setting;
    this.storage = storage;
    this.account = account;
    this.userId = account.userId;
    this.life = new Life();
    this.engine = setting.createEngine(this.ports(this.life));
  }

  static async open(setting: Setting, account: Account): Promise<Device> {
    const device = new Device(setting, await openStorage({ name: `kill-${setting.name}-${deviceRandom.uuid()}` }), account);
    // The tab may end as early as here.
    await device.survive(device.signIn());
    await device.reopen();
    return device;
  }

  /** Undefined if the tab dies during the work: nobody knows what came of it. */
  async survive<T>(work: Promise<T>): Promise<T | undefined> {
    return Promise.race([work, this.life.death.then(() => undefined)]);
  }

  /** After a death the same person opens the app again. */
  async reopen(): Promise<void> {
    while (this.life.isDead) {
      this.life = new Life();
      this.engine = this.setting.createEngine(this.ports(this.life));
      await this.survive(this.signIn());
    }
  }

  /** One person leaves, the other signs in; what the first has not sent stays. */
  async change(account: Account): Promise<void> {
    this.userId = null;
    await this.survive(this.engine.signedOut());
    this.account = account;
    this.userId = account.userId;
    await (this.life.isDead ? this.reopen() : this.survive(this.signIn()));
    await this.reopen();
  }

  async close(): Promise<void> {
    await this.engine.stop();
    this.life.die();
    await this.storage.close();
  }

  read<T>(stores: Parameters<Storage['read']>[0], work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.storage.read(stores, work);
  }

  private async signIn(): Promise<void> {
    const { engine } = this;
    await engine.signedIn(this.account.userId);
    engine.watch(this.setting.orgId);
    if (engine !== this.started) {
      this.started = engine;
      engine.start();
    }
  }
  private ports(life: Life): Ports {
    return {
      clock: { now: deviceClock.now, sleep: (ms, signal) => life.while(deviceClock.sleep(ms, signal)) },
      random: deviceRandom,
      storage: this.mortalStorage(life),
      net: this.net(life),
      locks: fifoLocks(),
      bus: tabBus(),
      session: { userId: () => this.userId },
      isOnline: () => true,
      userAgent: this.setting.name,
    };
  }

  private mortalStorage(life: Life): Storage {
    const { storage } = this;
    return {
      read: (stores, work) => (life.isDead ? never() : life.while(storage.read(stores, work))),
      write: (stores, work, options) => {
        if (life.isDead) {
          return never();
        }
        let cursor: number | undefined;
        const seen = (tx: Tx): Tx => ({
          ...tx,
          put: (store, row) => {
            cursor = 'key' in row && row.key === `cursor:${this.setting.orgId}` ? this.cursorOf(row) : cursor;
            return tx.put(store, row);
          },
          remove: (store, key) => {
            cursor = key === `cursor:${this.setting.orgId}` ? -1 : cursor;
            return tx.remove(store, key);
          },
        });
        const written = storage
          .write(stores, (tx) => work(seen(tx)), options)
          .then((value) => {
            this.follow(cursor);
            if (!this.isCalm && !life.isDead && isHit(this.setting.deaths)) {
              this.setting.figures.deaths += 1;
              life.die();
            }
            return value;
          });
        return life.while(written);
      },
    };
  }

  private cursorOf(row: object): number {
    return 'value' in row ? Number.parseInt(String(row.value), 10) : Number.NaN;
  }

  /** A cursor only moves forward, except where the copy is given up. */
  private follow(next: number | undefined): void {
    if (next === undefined) {
      return;
    }
    if (next !== -1 && !(next >= this.cursor)) {
      this.setting.violations.add('a cursor went back', `${this.setting.name}: ${this.cursor} to ${next}`);
    }
    this.cursor = next;
  }

  private net(life: Life): Net {
    const { url, figures, lostAnswers } = this.setting;
    const net = fetchNet({
      fetch: async (path, init) => {
        const response = await fetch(url() + path, { ...init, headers: { ...init.headers, cookie: this.account.cookie } });
        if (!this.isCalm && isHit(lostAnswers)) {
          await response.arrayBuffer();
          figures.lostAnswers += 1;
          throw new Error('The answer is lost.');
        }
        if (response.ok && path.endsWith('/batches')) {
          const { answers } = (await response.clone().json()) as { answers: readonly BatchedAnswer[] };
          figures.sent += answers.filter(({ status }) => status < 300).length;
          figures.replayed += answers.filter(({ isReplayed }) => isReplayed).length;
        }
        return response;
      },
    });
    return { send: (request) => (life.isDead ? never() : life.while(net.send(request))) };
  }
}
