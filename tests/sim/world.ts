import type { EngineEvent, WireRequest } from '#client/offline/ports.ts';
import type { StoreName } from '#client/offline/stores.ts';
import { type Dice, diceOf } from '#tests/sim/dice.ts';
import { begin, type Deed, type MemoryDatabase, memoryDatabase, type OpenTransaction } from '#tests/sim/memory-storage.ts';
import { type ModelAnswer, ModelServer } from '#tests/sim/model-server.ts';

/** A schedule broke an invariant. */
export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, message: string) {
    super(`${invariant}: ${message}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}

/** What the network of a device does to requests just now. */
export type Weather = 'fine' | 'flaky' | 'off' | 'captive' | 'broken';

type Begin = (stores: readonly StoreName[], mode: 'read' | 'write') => OpenTransaction;

/** How devices keep their rows. */
export interface Keeping {
  /** How transactions begin on a database; what is committed has to be in the database given, for those who watch. */
  readonly open: (db: MemoryDatabase) => Begin;
  /** All promises that can go on have gone on. */
  readonly settled: () => Promise<void>;
}

const IN_MEMORY: Keeping = {
  open: (db) => (stores, mode) => begin(db, stores, mode),
  settled: () => new Promise((resolve) => setImmediate(resolve)),
};

/** A transaction that was asked for. */
export interface Asked {
  readonly tab: TabState;
  readonly start: () => OpenTransaction;
  readonly end: (outcome: 'commit' | 'quota' | 'lost') => void;
  /** How its work ended; undefined while it is under way. */
  state: 'waiting' | 'working' | 'done' | 'failed';
  readonly mode: 'read' | 'write';
}

interface LockState {
  holder: { readonly tab: TabState; readonly stolen: AbortController } | null;
  readonly waiting: { readonly tab: TabState; readonly grant: (stolen: AbortController) => void }[];
}

export interface Device {
  readonly name: string;
  readonly db: MemoryDatabase;
  readonly begin: Begin;
  readonly transactions: Asked[];
  open: { readonly asked: Asked; readonly transaction: OpenTransaction } | null;
  readonly locks: Map<string, LockState>;
  /** By which the server knows who is signed in; all tabs share it. */
  token: string | null;
  /** How far the clock is off, in milliseconds. */
  offset: number;
  weather: Weather;
  readonly tabs: TabState[];
  /** A lock was stolen from a tab that lives: two drains may run at once by design. */
  hadTheft: boolean;
}

export interface TabState {
  readonly name: string;
  readonly device: Device;
  isDead: boolean;
  /** Who is signed in, as this tab last heard. */
  userId: number | null;
  readonly listeners: Set<(event: EngineEvent) => void>;
  /** Keys of requests that are under way. */
  readonly underWay: Map<string, number>;
}

interface Step {
  readonly tab: TabState | null;
  readonly words: () => string;
  readonly run: () => void;
}

interface Timer {
  readonly tab: TabState;
  readonly at: number;
  readonly ring: () => void;
}

/** How likely each mishap is; all zero while the world heals. */
export interface Mishaps {
  readonly crash: number;
  readonly quota: number;
  readonly connection: number;
  readonly lostRequest: number;
  readonly lostAnswer: number;
  readonly late: number;
  readonly twice: number;
  readonly stranger: number;
  readonly busy: number;
  /** The answer's body breaks off on its way. */
  readonly cutShort: number;
  /** A change over which the server fails again and again. */
  readonly serverBug: number;
}

const NONE: Mishaps = {
  crash: 0,
  quota: 0,
  connection: 0,
  lostRequest: 0,
  lostAnswer: 0,
  late: 0,
  twice: 0,
  stranger: 0,
  busy: 0,
  cutShort: 0,
  serverBug: 0,
};

/** Called with what a committed transaction did. */
type Watch = (device: Device, tab: TabState, deeds: readonly Deed[]) => void;

/** Devices, server and time, moved one step after another by the dice. Knows nothing of what the engine is for. */
export class World {
  readonly dice: Dice;
  readonly keeping: Keeping;
  readonly server: ModelServer;
  readonly devices: Device[] = [];
  readonly steps: Step[] = [];
  readonly timers: Timer[] = [];
  /** Requests that arrive long after their sender gave up. */
  readonly late: { readonly device: Device; readonly request: WireRequest; readonly token: string | null }[] = [];
  now = Date.UTC(2025, 5, 14, 6);
  mishaps: Mishaps = NONE;
  onCommit: Watch = () => undefined;
  onAnswer: (device: Device, request: WireRequest, answer: ModelAnswer) => void = () => undefined;
  /** The first invariant that was broken where nobody could throw. */
  broken: Violation | null = null;
  private readonly words: string[] | null;

  constructor(seed: number, isTraced: boolean, keeping: Keeping = IN_MEMORY) {
    this.keeping = keeping;
    this.dice = diceOf(seed);
    this.server = new ModelServer(() => this.now);
    this.words = isTraced ? [] : null;
  }

  get trace(): readonly string[] {
    return this.words ?? [];
  }

  /** Notes what happens; the words are only made for those who read them. */
  say(words: () => string): void {
    this.words?.push(words());
  }

  private readonly stumbled = new Map<string, boolean>();

  /** Whether the server has a fault over this very change. */
  stumblesOver(key: string | undefined): boolean {
    if (key === undefined || this.mishaps.serverBug === 0) {
      return false;
    }
    const known = this.stumbled.get(key) ?? this.dice.isHit(this.mishaps.serverBug);
    this.stumbled.set(key, known);
    return known;
  }

  fail(invariant: string, message: string): void {
    this.broken ??= new Violation(invariant, message);
  }

  /** A request comes after all, whoever has given it up. */
  arrive(): boolean {
    const [late] = this.late.splice(this.dice.below(this.late.length), 1);
    if (!late) {
      return false;
    }
    const answer = this.server.handle(late.request, late.token);
    this.say(
      () => `late: ${late.request.method} ${late.request.path} ${late.request.headers['idempotency-key'] ?? ''} -> ${answer.status}`,
    );
    this.onAnswer(late.device, late.request, answer);
    return true;
  }

  heal(): void {
    this.mishaps = NONE;
    for (const device of this.devices) {
      device.weather = 'fine';
    }
  }

  addDevice(name: string, isStrict: boolean): Device {
    const db = memoryDatabase(isStrict);
    const device: Device = {
      name,
      db,
      begin: this.keeping.open(db),
      transactions: [],
      open: null,
      locks: new Map(),
      token: null,
      offset: 0,
      weather: 'fine',
      tabs: [],
      hadTheft: false,
    };
    this.devices.push(device);
    return device;
  }

  addTab(device: Device, name: string, userId: number | null): TabState {
    const tab: TabState = { name, device, isDead: false, userId, listeners: new Set(), underWay: new Map() };
    device.tabs.push(tab);
    return tab;
  }

  /** Something that will be done for a tab, unless it is dead by then. */
  push(tab: TabState | null, words: () => string, run: () => void): void {
    this.steps.push({ tab, words, run });
  }

  /** Nothing of the tab goes on. What it had not committed is taken back, its locks are free, its requests may still arrive. */
  crash(tab: TabState): void {
    this.say(() => `${tab.name} crashes`);
    const { device } = tab;
    tab.isDead = true;
    tab.listeners.clear();
    tab.underWay.clear();
    device.tabs.splice(device.tabs.indexOf(tab), 1);
    if (device.open?.asked.tab === tab) {
      const { transaction, asked } = device.open;
      device.open = null;
      if (asked.state === 'done' && this.dice.isHit(0.4)) {
        this.say(() => `${tab.name}'s last transaction is kept`);
        transaction.close();
        this.onCommit(device, tab, transaction.deeds);
      } else {
        transaction.rollBack();
      }
    }
    this.discard(device.transactions, (asked) => asked.tab === tab);
    for (const lock of device.locks.values()) {
      this.discard(lock.waiting, (waiting) => waiting.tab === tab);
      if (lock.holder?.tab === tab) {
        lock.holder = null;
        this.grant(lock);
      }
    }
    this.discard(this.timers, (timer) => timer.tab === tab);
    this.discard(this.steps, (step) => step.tab === tab);
  }

  grant(lock: LockState): void {
    const next = lock.holder === null ? lock.waiting.shift() : undefined;
    if (next) {
      const stolen = new AbortController();
      lock.holder = { tab: next.tab, stolen };
      this.push(
        next.tab,
        () => `${next.tab.name} gets the lock`,
        () => next.grant(stolen),
      );
    }
  }

  /** A waiting tab takes a lock from a tab that seems to hang. */
  steal(device: Device): boolean {
    for (const lock of device.locks.values()) {
      if (lock.holder && lock.waiting.length > 0) {
        const { stolen, tab } = lock.holder;
        this.say(() => `the lock is stolen from ${tab.name}`);
        device.hadTheft = true;
        lock.holder = null;
        stolen.abort();
        this.grant(lock);
        return true;
      }
    }
    return false;
  }

  /** Whether anything can happen without a person and without time. */
  isIdle(): boolean {
    return this.steps.length === 0 && this.devices.every(({ open, transactions }) => open === null && transactions.length === 0);
  }

  /** Does one of the things that can happen now; false: there is none. */
  step(): boolean {
    const moves = this.devices.filter(({ open, transactions }) => open !== null || transactions.length > 0);
    const all = this.steps.length + moves.length;
    if (all === 0) {
      return false;
    }
    const chosen = this.dice.below(all);
    if (chosen >= this.steps.length) {
      const device = moves[chosen - this.steps.length];
      if (device) {
        this.moveStorage(device);
      }
      return true;
    }
    const [step] = this.steps.splice(chosen, 1);
    if (!step) {
      return true;
    }
    if (step.tab && this.dice.isHit(this.mishaps.crash)) {
      this.say(() => `before: ${step.words()}`);
      this.crash(step.tab);
      return true;
    }
    this.say(step.words);
    step.run();
    return true;
  }

  /** Time goes on, and with it what waits for it. */
  pass(ms: number): void {
    this.now += ms;
    const due = this.timers.filter(({ at }) => at <= this.now);
    this.discard(this.timers, ({ at }) => at <= this.now);
    for (const { ring } of due) {
      ring();
    }
  }

  private discard<T>(list: T[], isGone: (item: T) => boolean): void {
    let kept = 0;
    for (const item of list) {
      if (!isGone(item)) {
        list[kept] = item;
        kept += 1;
      }
    }
    list.length = kept;
  }

  private moveStorage(device: Device): void {
    if (device.open === null) {
      const asked = device.transactions.shift();
      if (asked) {
        this.beginOf(device, asked);
      }
      return;
    }
    const { asked, transaction } = device.open;
    if (asked.state === 'working') {
      throw new Violation('storage', `${asked.tab.name} waits for something else inside a transaction.`);
    }
    if (this.dice.isHit(this.mishaps.crash)) {
      this.crash(asked.tab);
      return;
    }
    device.open = null;
    const outcome = this.dice.isHit(this.mishaps.quota) ? 'quota' : this.dice.isHit(this.mishaps.connection) ? 'lost' : 'commit';
    if (asked.state === 'done' && outcome === 'commit') {
      this.say(() => `${asked.tab.name} commits ${[...new Set(transaction.deeds.map(({ store, key }) => `${store}/${key}`))].join(' ')}`);
      transaction.close();
      this.onCommit(device, asked.tab, transaction.deeds);
      asked.end('commit');
    } else {
      this.say(() => `${asked.tab.name} loses a transaction (${asked.state === 'failed' ? 'its own error' : outcome})`);
      transaction.rollBack();
      asked.end(outcome);
    }
  }

  private beginOf(device: Device, asked: Asked): void {
    if (this.dice.isHit(this.mishaps.crash)) {
      this.crash(asked.tab);
      return;
    }
    asked.state = 'working';
    const transaction = asked.start();
    if (asked.mode === 'write') {
      device.open = { asked, transaction };
    }
  }
}
