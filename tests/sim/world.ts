import type { WireRequest } from '#client/offline/engine/ports.ts';
import { type Dice, diceOf } from '#tests/sim/dice.ts';
import { IN_MEMORY, type Keeping } from '#tests/sim/keeping.ts';
import { type Deed, memoryDatabase } from '#tests/sim/memory-storage.ts';
import type { ModelAnswer } from '#tests/sim/model-requests.ts';
import { ModelServer } from '#tests/sim/model-server.ts';
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

export type { Keeping } from '#tests/sim/keeping.ts';

/** Called with what a committed transaction did. */
type Watch = (device: Device, tab: TabState, deeds: readonly Deed[]) => void;

/** Devices, server and time, moved one step after another by the dice. Knows nothing of what the engine is for. */
export class World {
  readonly dice: Dice;
  /** Dice of their own for what came into the simulation later: what the others decide stays as it was. */
  readonly whims: Dice;
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
    this.whims = diceOf(seed + 0x5eed_0000);
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

  /** Devices whose storage can go on; made anew at each step. */
  private readonly moves: Device[] = [];

  /** Does one of the things that can happen now; false: there is none. */
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
    const chosen = this.dice.below(all);
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
