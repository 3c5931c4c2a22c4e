/**
 * What the offline engine needs from its surroundings. Network, storage, clock and randomness are injected: the same code runs in the
 * browser, in the simulation with every fault, and against the real server in Node.
 */
import type { RecordStore } from '#client/offline/storage/record-stores.ts';
import type { Stores, StoreName } from '#client/offline/storage/stores.ts';

export interface Clock {
  /** Milliseconds since 1970, by the device's clock: for display and for waiting, never for order. */
  readonly now: () => number;
  /** Resolves after this many milliseconds, or at once when the signal is aborted; never rejects. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Random {
  /** A random UUID. */
  readonly uuid: () => string;
  /** At least 0 and less than 1. */
  readonly fraction: () => number;
}

/** Part of an IndexedDB key. */
export type KeyPart = string | number | readonly (string | number)[];

/** Rows of a store in the order of an index (or of the store's own key), between two keys, both included. */
export interface Query {
  readonly index?: string;
  readonly from?: KeyPart;
  readonly to?: KeyPart;
  readonly limit?: number;
  /** From the last row to the first. */
  readonly backwards?: boolean;
}

/** One transaction: everything in it takes effect together or not at all. Await nothing inside but its own calls. */
export interface Tx {
  readonly get: <S extends StoreName>(store: S, key: KeyPart) => Promise<Stores[S] | undefined>;
  readonly list: <S extends StoreName>(store: S, query: Query) => Promise<readonly Stores[S][]>;
  readonly count: (store: StoreName, query: Query) => Promise<number>;
  readonly put: <S extends StoreName>(store: S, row: Stores[S]) => Promise<void>;
  /** Many at once, which takes a phone less than one after the other. */
  readonly putAll: <S extends StoreName>(store: S, rows: readonly Stores[S][]) => Promise<void>;
  readonly remove: (store: StoreName, key: KeyPart) => Promise<void>;
  readonly removeAll: (store: StoreName, keys: readonly KeyPart[]) => Promise<void>;
}

export interface Storage {
  readonly read: <T>(stores: readonly StoreName[], work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Resolves only once everything is kept; `strict` also survives a loss of power. Rejects if anything failed; then nothing is kept. */
  readonly write: <T>(
    stores: readonly StoreName[],
    work: (tx: Tx) => Promise<T>,
    options: { readonly durability: 'strict' | 'relaxed' },
  ) => Promise<T>;
  /** Whether a newer app has taken the storage over: what is saved here is kept for that app, which alone sends and fetches. */
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

/** What came back: an answer of any kind, or none (offline, a redirect, a timeout; whether the server received the request is unknown). */
export type Answer =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The parsed body; undefined if it is empty or not JSON. */
      readonly json: unknown;
      /** True for an empty body, and for one that is JSON both by its declared type and by its text. */
      readonly isJson: boolean;
      /** Header values by lower-case name. */
      readonly headers: Readonly<Record<string, string>>;
    };

export interface Net {
  /** Never rejects. */
  readonly send: (request: WireRequest) => Promise<Answer>;
}

export interface Locks {
  /**
   * Runs the work while nobody else on this device holds the lock; waits for its turn. `stolen` is aborted if another tab takes the lock
   * (after its holder showed no sign of life for long). Rejects only as the work does.
   */
  readonly run: <T>(name: string, work: (stolen: AbortSignal) => Promise<T>) => Promise<T>;
}

/** A record that was made on this device, and its real id. */
export interface MadeHere {
  readonly tempId: number;
  readonly id: number;
}

/** What other tabs and open screens are notified of. Delivery is best effort: listeners read again, and nothing depends on an event. */
export type EngineEvent =
  /** Records of a store changed; without ids, any of them. */
  | { readonly kind: 'rows'; readonly store: RecordStore; readonly orgId: number; readonly ids?: readonly number[] }
  /** Something about waiting changes changed. */
  | { readonly kind: 'queue' }
  /** Records got their real ids. */
  | { readonly kind: 'mapped'; readonly made: readonly MadeHere[] }
  /** A state that is kept beside the changes was replaced (`local/kept-state.ts`). */
  | { readonly kind: 'kept'; readonly key: string }
  /** Changes by others arrived (also of what no store holds, such as the activity list). */
  | { readonly kind: 'pulled'; readonly orgId: number }
  /** A person stopped or resumed the sending of this device's changes. */
  | { readonly kind: 'halt'; readonly isHalted: boolean }
  /** Organizations or the signed-in user have to be read again. */
  | { readonly kind: 'session' }
  /** Someone signed in or out: the copy on this device may now be someone else's, or nobody's. */
  | { readonly kind: 'view' };

export interface Bus {
  /** To listeners in this tab and in all others. */
  readonly post: (event: EngineEvent) => void;
  /** Returns an unsubscribe function. */
  readonly listen: (listener: (event: EngineEvent) => void) => () => void;
}

/** The signed-in user as the engine last heard; null for nobody. */
export interface Session {
  readonly userId: () => number | null;
}

/** Unsent changes of one organization that were lost with storage that this device had before. */
export interface LossReport {
  /** The device's id at that time. */
  readonly deviceId: string;
  readonly pending: number;
  /** When they were last seen, by the device's clock, in milliseconds. */
  readonly lastSeenAt: number;
}

/** What this device knows, outside its stores, of work that was lost with them. */
export interface Losses {
  /** What the organization's office has not been told yet. */
  readonly toReport: (userId: number, orgId: number) => LossReport | null;
  /** The office has been told. */
  readonly reported: (userId: number, orgId: number, deviceId: string) => void;
}

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly storage: Storage;
  readonly net: Net;
  readonly locks: Locks;
  readonly bus: Bus;
  readonly session: Session;
  /** Whether the device believes it has a network: a hint for display and for when to try; success never depends on it. */
  readonly isOnline: () => boolean;
  /** The browser's user agent: the office sees the device under a name made from it. */
  readonly userAgent: string;
  /** Absent where nothing outlives the stores. */
  readonly losses?: Losses;
}
