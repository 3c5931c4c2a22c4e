import type { EngineEvent } from '#client/offline/engine/ports.ts';
import type { StoreName } from '#client/offline/storage/stores.ts';
import type { MemoryDatabase, OpenTransaction } from '#tests/sim/memory-storage.ts';

/** A schedule broke an invariant. */
export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, message: string) {
    super(`${invariant}: ${message}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}

/** What the network of a device currently does to requests. */
export type Weather = 'fine' | 'flaky' | 'off' | 'captive' | 'broken';

/** How a transaction begins. */
export type Begin = (stores: readonly StoreName[], mode: 'read' | 'write') => OpenTransaction;

/** A transaction that was asked for. */
export interface Asked {
  readonly tab: TabState;
  readonly start: () => OpenTransaction;
  readonly end: (outcome: 'commit' | 'quota' | 'lost') => void;
  /** How its work ended; undefined while it is in progress. */
  state: 'waiting' | 'working' | 'done' | 'failed';
  readonly mode: 'read' | 'write';
}

/** All of an `AbortSignal` that a drain looks at; real ones are expensive, and there are twenty locks in each schedule. */
export interface Stolen {
  aborted: boolean;
}

export interface LockState {
  holder: { readonly tab: TabState; readonly stolen: Stolen } | null;
  readonly waiting: { readonly tab: TabState; readonly grant: (stolen: Stolen) => void }[];
}

export interface Device {
  readonly name: string;
  readonly db: MemoryDatabase;
  readonly begin: Begin;
  readonly transactions: Asked[];
  open: { readonly asked: Asked; readonly transaction: OpenTransaction } | null;
  readonly locks: Map<string, LockState>;
  /** The session by which the server knows who is signed in; all tabs share it. */
  token: string | null;
  /** How far the clock is off, in milliseconds. */
  offset: number;
  weather: Weather;
  readonly tabs: TabState[];
  /** A lock was stolen from a live tab: two drains may run at once, by design. */
  hadTheft: boolean;
  /** It runs an app that does not know every kind of record yet. */
  isOldApp: boolean;
}

export interface TabState {
  readonly name: string;
  readonly device: Device;
  isDead: boolean;
  /** A newer app has taken the device's database over. */
  isOutdated: boolean;
  /** The signed-in user, as this tab last heard. */
  userId: number | null;
  /** Everyone who was ever signed in, in this tab. */
  readonly users: Set<number>;
  readonly listeners: Set<(event: EngineEvent) => void>;
  /** Keys of requests in flight. */
  readonly underWay: Map<string, number>;
}

export const newTab = (name: string, device: Device, userId: number | null): TabState => ({
  name,
  device,
  isDead: false,
  isOutdated: false,
  userId,
  users: new Set(),
  listeners: new Set(),
  underWay: new Map(),
});

export interface Step {
  readonly tab: TabState | null;
  readonly words: () => string;
  readonly run: () => void;
}

export interface Timer {
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
  /** A change on which the server fails again and again. */
  readonly serverBug: number;
  /** Only the first writes of a batch are done, and only they are answered. */
  readonly doneInPart: number;
  /** Answers to some writes of a batch are missing, though all were done. */
  readonly toldInPart: number;
}

/** Nothing goes wrong. */
export const NONE: Mishaps = {
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
  doneInPart: 0,
  toldInPart: 0,
};
