/**
 * What the offline engine asks of its surroundings. The engine knows no `fetch`, no IndexedDB, no clock and no chance of its own: the same
 * code runs in the browser, in the simulation with every fault, and against the real server in Node.
 */
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import type { Stores, StoreName } from '#client/offline/storage/stores.ts';

export interface Clock {
  /** Milliseconds since 1970, by the device: for showing and for waiting, never for order. */
  readonly now: () => number;
  /** Resolves after so many milliseconds, or at once when the signal is aborted; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Chance {
  /** A random UUID. */
  readonly uuid: () => string;
  /** From 0 up to but not 1. */
  readonly fraction: () => number;
}

/** Part of an IndexedDB key. */
export type KeyPart = string | number | readonly (string | number)[];

/** Rows of a store in the order of an index (or of the store's own key), between two keys that both count. */
export interface Query {
  readonly index?: string;
  readonly from?: KeyPart;
  readonly to?: KeyPart;
  readonly limit?: number;
  /** From the last row to the first. */
  readonly backwards?: boolean;
}

/** One transaction: everything in it takes effect together or not at all. Nothing but its own calls may be awaited inside. */
export interface Tx {
  readonly get: <S extends StoreName>(store: S, key: KeyPart) => Promise<Stores[S] | undefined>;
  readonly list: <S extends StoreName>(store: S, query: Query) => Promise<readonly Stores[S][]>;
  readonly count: (store: StoreName, query: Query) => Promise<number>;
  readonly put: <S extends StoreName>(store: S, row: Stores[S]) => Promise<void>;
  readonly remove: (store: StoreName, key: KeyPart) => Promise<void>;
}

export interface Storage {
  readonly read: <T>(stores: readonly StoreName[], work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Resolves only after everything is kept; `durable` also survives the loss of power. Rejects, and nothing is kept, if anything failed. */
  readonly write: <T>(
    stores: readonly StoreName[],
    work: (tx: Tx) => Promise<T>,
    options: { readonly durability: 'strict' | 'relaxed' },
  ) => Promise<T>;
  /** Whether a newer app has taken it over: what is saved here is kept for that app, which alone sends and fetches. */
  readonly isOutdated?: () => boolean;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Beginning with `/api/`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or the bytes of a file. */
  readonly body?: string | ArrayBuffer;
  readonly timeoutMs: number;
}

/** What came back: an answer of whatever kind, or none (offline, a redirect, a time-out; whether the server got it is unknown). */
export type Answer =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The parsed body; undefined if it is empty or no JSON. */
      readonly json: unknown;
      /** True for a body that is JSON by its declared type and by its text, and for an empty one. */
      readonly isJson: boolean;
      /** Header values by their names in small letters. */
      readonly headers: Readonly<Record<string, string>>;
    };

export interface Net {
  /** Never rejects. */
  readonly send: (request: WireRequest) => Promise<Answer>;
}

export interface Locks {
  /**
   * Runs the work while nobody else on this device holds the name; waits its turn. `stolen` is aborted if another took the lock away
   * (after its holder showed no sign of life for long). Rejects only as the work does.
   */
  readonly run: <T>(name: string, work: (stolen: AbortSignal) => Promise<T>) => Promise<T>;
}

/** What other tabs and open screens are told. It may get lost: whoever hears it reads again, nobody relies on it. */
export type EngineEvent =
  /** Records of a store changed; without ids: any of them. */
  | { readonly kind: 'rows'; readonly store: RecordStore; readonly orgId: number; readonly ids?: readonly number[] }
  /** Something about waiting changes. */
  | { readonly kind: 'queue' }
  /** A record got its real id. */
  | { readonly kind: 'mapped'; readonly store: RecordStore; readonly tempId: number; readonly id: number }
  /** Something that others did arrived (also what no store holds, such as the list of activity). */
  | { readonly kind: 'pulled'; readonly orgId: number }
  /** Somebody stopped the sending of this device's changes, or went on with it. */
  | { readonly kind: 'halt'; readonly isHalted: boolean }
  /** Organizations or the signed-in user have to be read again. */
  | { readonly kind: 'session' }
  /** Somebody signed in or out: the copy on this device may be somebody else's now, or nobody's. */
  | { readonly kind: 'view' };

export interface Bus {
  /** To listeners of this tab and of all others. */
  readonly post: (event: EngineEvent) => void;
  /** Gives the way to stop listening. */
  readonly listen: (listener: (event: EngineEvent) => void) => () => void;
}

/** Who is signed in, as the engine last heard; null for nobody. */
export interface Session {
  readonly userId: () => number | null;
}

/** Unsent changes of one organization that went with a storage that this device had before. */
export interface LossReport {
  /** What the device was called then. */
  readonly deviceId: string;
  readonly pending: number;
  /** When they were last seen, by the device's clock, milliseconds. */
  readonly lastSeenAt: number;
}

/** What this device knows, apart from its stores, of work that went with them. */
export interface Losses {
  /** What the organization's office does not know yet. */
  readonly toTell: (userId: number, orgId: number) => LossReport | null;
  /** It knows now. */
  readonly told: (userId: number, orgId: number, deviceId: string) => void;
}

export interface Ports {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly storage: Storage;
  readonly net: Net;
  readonly locks: Locks;
  readonly bus: Bus;
  readonly session: Session;
  /** Whether the device believes that it has a network: a hint for the eye and for when to try, which decides nothing about success. */
  readonly isOnline: () => boolean;
  /** What this device is called in the office, such as 'Chrome on Android'. */
  readonly deviceName: string;
  /** Absent where nothing outlives the stores. */
  readonly losses?: Losses;
}
