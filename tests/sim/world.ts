import type { WireRequest } from '#client/offline/engine/ports.ts';
import { type SeededRandom, seededRandom } from '#tests/sim/seeded-random.ts';
import { IN_MEMORY, type SimulatedStorage } from '#tests/sim/storage.ts';
import { type RowChange, memoryDatabase } from '#tests/sim/memory-storage.ts';
import type { ModelAnswer } from '#tests/sim/model-requests.ts';
import { said } from '#tests/sim/batches.ts';
import { ModelServer, type Part } from '#tests/sim/model-server.ts';
import {
  type Asked,
  type Device,
  type LockState,
  type Mishaps,
  newTab,
  NONE,
  type Step,
  type Stolen,
  type TabState,
  type Timer,
  Violation,
} from '#tests/sim/world-state.ts';

export type { SimulatedStorage } from '#tests/sim/storage.ts';

/** Called with what a committed transaction did. */
type Watch = (device: Device, tab: TabState, changes: readonly RowChange[]) => void;

/** Devices, server and time, moved one random step after another. Knows nothing of what the engine is for. */
export class World {
  readonly random: SeededRandom;
  /** Randomness of its own for what was added to the simulation later, so that other random decisions stay as they were. */
  readonly laterRandom: SeededRandom;
  readonly storage: SimulatedStorage;
  readonly server: ModelServer;
  readonly devices: Device[] = [];
  readonly steps: Step[] = [];
  readonly timers: Timer[] = [];
  /** Requests that arrive long after their sender gave up. */
  readonly late: { readonly device: Device; readonly request: WireRequest; readonly token: string | null }[] = [];
  now = Date.UTC(2025, 5, 14, 6);
  mishaps: Mishaps = NONE;
  onCommit: Watch = () => undefined;
  onAnswer: (device: Device, part: Part) => void = () => undefined;
  /** The first invariant that was broken where nothing could throw. */
  broken: Violation | null = null;
  private readonly words: string[] | null;

  constructor(seed: number, isTraced: boolean, storage: SimulatedStorage = IN_MEMORY) {
    this.storage = storage;
    this.random = seededRandom(seed);
    this.laterRandom = seededRandom(seed + 0x5eed_0000);
    this.server = new ModelServer(() => this.now);
    this.words = isTraced ? [] : null;
    this.server.stumble = (key) =>
      this.stumblesOver(key)
        ? { kind: 'answer', status: 500, json: { code: 'internal', detail: 'Later.' }, isJson: true, headers: {} }
        : null;
  }

  get trace(): readonly string[] {
    return this.words ?? [];
  }

  /** Notes what happens; the text is only built if someone reads it. */
  say(words: () => string): void {
    this.words?.push(words());
  }

  private readonly failingChanges = new Map<string, boolean>();

  /** Whether the server fails on this very change. */
  stumblesOver(key: string | undefined): boolean {
    if (key === undefined || this.mishaps.serverBug === 0) {
      return false;
    }
    const known = this.failingChanges.get(key) ?? this.random.isHit(this.mishaps.serverBug);
    this.failingChanges.set(key, known);
    return known;
  }

  fail(invariant: string, message: string): void {
    this.broken ??= new Violation(invariant, message);
  }

  /** A request arrives after all, even if its sender has given up. */
  arrive(): boolean {
    const [late] = this.late.splice(this.random.below(this.late.length), 1);
    if (!late) {
      return false;
    }
    const answer = this.server.handle(late.request, late.token);
    this.say(
      () => `late: ${late.request.method} ${late.request.path} ${late.request.headers['idempotency-key'] ?? ''} -> ${answer.status}`,
    );
    this.tell(late.device, late.request, answer);
    return true;
  }

  /** Passes on what the server answered: of a batch the answer to each of its writes. */
  tell(device: Device, request: WireRequest, answer: ModelAnswer): void {
    for (const part of this.server.parts.get(answer) ?? said(request).map((one) => ({ request: one, answer }))) {
      this.onAnswer(device, part);
    }
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
      begin: this.storage.open(db),
      transactions: [],
      open: null,
      locks: new Map(),
      token: null,
      offset: 0,
      weather: 'fine',
      tabs: [],
      hadTheft: false,
      isOldApp: false,
    };
    this.devices.push(device);
    return device;
  }

  addTab(device: Device, name: string, userId: number | null): TabState {
    const tab = newTab(name, device, userId);
    device.tabs.push(tab);
    return tab;
  }

  /** Something that will be done for a tab, unless the tab is dead by then. */
  push(tab: TabState | null, words: () => string, run: () => void): void {
    this.steps.push({ tab, words, run });
  }

  /** Stops everything in the tab. What it had not committed is undone and its locks are free; its requests may still arrive. */
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
      if (asked.state === 'done' && this.random.isHit(0.4)) {
        this.say(() => `${tab.name}'s last transaction is kept`);
        transaction.close();
        this.onCommit(device, tab, transaction.changes);
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
      const stolen: Stolen = { aborted: false };
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
        stolen.aborted = true;
        this.grant(lock);
        return true;
      }
    }
    return false;
  }

  /** Devices whose storage can proceed; rebuilt at each step. */
  private readonly moves: Device[] = [];

  /** Does one of the things that can happen now. Returns false if there is none. */
  step(): boolean {
    const { moves, steps } = this;
    moves.length = 0;
    for (const device of this.devices) {
      if (device.open !== null || device.transactions.length > 0) {
        moves.push(device);
      }
    }
    const all = steps.length + moves.length;
    if (all === 0) {
      return false;
    }
    const chosen = this.random.below(all);
    if (chosen >= steps.length) {
      const device = moves[chosen - steps.length];
      if (device) {
        this.moveStorage(device);
      }
      return true;
    }
    const step = steps[chosen];
    if (!step) {
      return true;
    }
    for (let at = chosen + 1; at < steps.length; at += 1) {
      steps[at - 1] = steps[at] as Step;
    }
    steps.pop();
    if (step.tab && this.random.isHit(this.mishaps.crash)) {
      this.say(() => `before: ${step.words()}`);
      this.crash(step.tab);
      return true;
    }
    this.say(step.words);
    step.run();
    return true;
  }

  /** Time passes, and what waits for it happens. */
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
    if (this.random.isHit(this.mishaps.crash)) {
      this.crash(asked.tab);
      return;
    }
    device.open = null;
    const outcome = this.random.isHit(this.mishaps.quota) ? 'quota' : this.random.isHit(this.mishaps.connection) ? 'lost' : 'commit';
    if (asked.state === 'done' && outcome === 'commit') {
      this.say(() => `${asked.tab.name} commits ${[...new Set(transaction.changes.map(({ store, key }) => `${store}/${key}`))].join(' ')}`);
      transaction.close();
      this.onCommit(device, asked.tab, transaction.changes);
      asked.end('commit');
    } else {
      this.say(() => `${asked.tab.name} loses a transaction (${asked.state === 'failed' ? 'its own error' : outcome})`);
      transaction.rollBack();
      asked.end(outcome);
    }
  }

  private beginOf(device: Device, asked: Asked): void {
    if (this.random.isHit(this.mishaps.crash)) {
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
