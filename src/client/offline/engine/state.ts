import type { SaidMessage } from '#shared/messages/message.ts';
import { saidBy } from '#shared/messages/said-error.ts';
import type { SyncItem } from '#client/offline/storage/item.ts';
import type { SentRow } from '#client/offline/storage/stores.ts';
import type { StopReason } from '#client/offline/outbox/scheduler.ts';
import type { Counts } from '#client/offline/outbox/waiting.ts';

/** How things stand between this device and the server, for the eye. */
export type Connection = 'online' | 'offline' | 'signed-out' | 'other-user' | 'update-app';

/** How things stand after a drain that ended for this reason. */
export const CONNECTION_AFTER: Readonly<Partial<Record<StopReason, Connection>>> = {
  'no-answer': 'offline',
  'sign-in': 'signed-out',
  'other-user': 'other-user',
  'update-app': 'update-app',
};

export interface EngineState extends Counts {
  readonly connection: Connection;
  /** While a drain runs: how many went, of how many. */
  readonly sending: { readonly done: number; readonly of: number } | null;
  /** Whether somebody has stopped the sending: what is saved waits until he goes on. */
  readonly isHalted: boolean;
  /** When a sync last reached the server and left nothing that could go, by the device's clock. */
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

/** What a failure of this device's storage changes of the state. */
export const troubleOf = (error: unknown): Pick<EngineState, 'trouble' | 'sending'> => ({
  trouble: saidBy(error),
  sending: null,
});

/** The engine's state, and who wants to hear of it. */
export const createShown = () => {
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

/** What became of a change within the time that its screen waited. */
export type Outcome =
  | { readonly kind: 'sent'; readonly row: SentRow }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'attention'; readonly item: SyncItem }
  /** Discarded, or folded into another change. */
  | { readonly kind: 'gone' };

/** A sync that somebody asked for (specification 1 §4). */
export interface ManualSync {
  readonly result: 'offline' | 'nothing' | 'done';
  readonly succeeded: number;
  /** Tried, or held up by what was tried, and still here. */
  readonly failed: number;
  /** Not tried, for they wait for a decision of their user. */
  readonly untried: number;
}
