import type { SaidMessage } from '#shared/messages/message.ts';
import { saidBy } from '#shared/messages/said-error.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { SentRow } from '#client/offline/storage/stores.ts';
import type { StopReason } from '#client/offline/outbox/scheduler.ts';
import type { Counts } from '#client/offline/outbox/count-waiting.ts';

/** How things are between this device and the server, for display. */
export type Connection = 'online' | 'offline' | 'signed-out' | 'other-user' | 'update-app';

/** The connection after a drain that ended for this reason. */
export const CONNECTION_AFTER: Readonly<Partial<Record<StopReason, Connection>>> = {
  'no-answer': 'offline',
  'sign-in': 'signed-out',
  'other-user': 'other-user',
  'update-app': 'update-app',
};

export interface EngineState extends Counts {
  readonly connection: Connection;
  /** While a drain runs: how many changes were sent, of how many. */
  readonly sending: { readonly done: number; readonly of: number } | null;
  /** Whether a person stopped the sending: what is saved waits until it is resumed. */
  readonly isHalted: boolean;
  /** When a sync last reached the server and left nothing that could be sent, by the device's clock. */
  readonly lastSync: number | null;
  /** What is wrong with this device's own storage, in the browser's words; null if nothing is. */
  readonly trouble: SaidMessage | null;
}

const NOTHING_YET: EngineState = {
  connection: 'online',
  sending: null,
  isHalted: false,
  lastSync: null,
  pending: 0,
  attention: 0,
  trouble: null,
};

/** How a failure of this device's storage changes the state. */
export const troubleOf = (error: unknown): Pick<EngineState, 'trouble' | 'sending'> => ({
  trouble: saidBy(error),
  sending: null,
});

/** The engine's state and its subscribers. */
export interface Shown {
  readonly current: () => EngineState;
  readonly subscribe: (listener: (state: EngineState) => void) => () => void;
  readonly show: (changes: Partial<EngineState>) => void;
}

export const createShown = (): Shown => {
  let state = NOTHING_YET;
  const listeners = new Set<(state: EngineState) => void>();
  return {
    current: (): EngineState => state,
    subscribe: (listener: (state: EngineState) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (changes: Partial<EngineState>): void => {
      const now = { ...state, ...changes };
      if (JSON.stringify(now) === JSON.stringify(state)) {
        return;
      }
      state = now;
      for (const listener of listeners) {
        listener(state);
      }
    },
  };
};

/** What became of a change while its screen waited. */
export type Outcome =
  | { readonly kind: 'sent'; readonly row: SentRow }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'attention'; readonly item: SyncItem }
  /** Discarded, or folded into another change. */
  | { readonly kind: 'gone' };

/** The result of a sync that a person asked for (specification 2.16, 2.18). */
export interface ManualSync {
  readonly result: 'offline' | 'nothing' | 'done';
  readonly succeeded: number;
  /** Tried, or blocked by what was tried, and still here. */
  readonly failed: number;
  /** Not tried, because they wait for a decision of their user. */
  readonly untried: number;
}
