import { countWaiting, type Counts } from '#client/offline/outbox/count-waiting.ts';
import type { Pace } from '#client/offline/outbox/pace.ts';
import type { Core } from './core.ts';
import type { Shown } from './state.ts';

/** Where the engine of a tab stands: for the part of it that is there from the start, and for the one that comes later. */
export interface Tab {
  readonly core: Core;
  readonly shown: Shown;
  readonly pace: Pace;
  /** Aborted when nothing more is to be sent. */
  halting: AbortController;
  /** The organization on the screen, whose copy is kept up to date. */
  watched: number | null;
  /** Organizations in which the server has something new. */
  readonly toPull: Set<number>;
  /** Whether the server has answered with its list of organizations since its user signed in and was last out of reach. */
  hasFreshList: boolean;
}

/** How many of the signed-in user's changes wait; none without such a user. */
export const countsIn = async (core: Core): Promise<Counts> => {
  const userId = core.session.userId();
  return userId === null ? { pending: 0, attention: 0 } : countWaiting(core, userId);
};
