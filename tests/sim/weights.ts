import type { Protection } from '#tests/sim/mutants.ts';
import type { Mishaps } from '#tests/sim/world-state.ts';

/** What a simulation can lack: a protection of the engine, or the server's check of which database it has. */
export type Missing = Protection | 'settling';

/** How often each action is chosen, relative to the others. */
export const USUAL = {
  make: 9,
  burst: 2,
  change: 9,
  sync: 8,
  drain: 3,
  pull: 2,
  attend: 4,
  reconsider: 1.5,
  office: 4,
  weather: 2,
  time: 3,
  crash: 1,
  tab: 1.5,
  user: 0.8,
  hear: 1,
  clock: 0.6,
  late: 3,
  theft: 0.7,
  membership: 0.7,
  backup: 0.4,
  restore: 0.25,
  sweep: 0.2,
  session: 0.4,
};

export interface Weights {
  readonly actions: Partial<typeof USUAL>;
  readonly mishaps: Partial<Mishaps>;
}

const NONE: Weights = { actions: {}, mishaps: {} };

/** Weights with which a protection is needed more often, so that its absence shows sooner. */
const WEIGHTS: Partial<Record<Missing, Weights>> = {
  'own-items-only': { actions: { user: 4 }, mishaps: {} },
  lock: { actions: { sync: 20, drain: 30, make: 15, tab: 10 }, mishaps: {} },
  'earlier-answer': { actions: { drain: 15, reconsider: 12 }, mishaps: { lostAnswer: 0.4 } },
  'one-transaction-pull': { actions: { office: 15, pull: 20 }, mishaps: { crash: 0.03 } },
  'new-epoch-offers-again': { actions: { backup: 3, drain: 8, restore: 3 }, mishaps: {} },
  'onto-newest': { actions: { change: 40, drain: 6 }, mishaps: {} },
  json: { actions: {}, mishaps: { cutShort: 0.3 } },
  'apart-in-order': { actions: { burst: 30, office: 12 }, mishaps: { lostAnswer: 0.3, doneInPart: 0.4 } },
  'answered-one-by-one': { actions: { burst: 10 }, mishaps: { doneInPart: 0.3 } },
};

/** The weights for a simulation that lacks this; the usual ones if it lacks nothing. */
export const weightsFor = (missing: ReadonlySet<Missing>): Weights => {
  const [first] = missing;
  return (first === undefined ? undefined : WEIGHTS[first]) ?? NONE;
};
