import type { Protection } from '#tests/sim/mutants.ts';
import type { Mishaps } from '#tests/sim/world-state.ts';

/** What a simulation can do without: a protection of the engine, or the server's look whose database it has. */
export type Missing = Protection | 'settling';

/** How often each deed is chosen, against the others. */
export const USUAL = {
  make: 9,
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

export interface Leaning {
  readonly deeds: Partial<typeof USUAL>;
  readonly mishaps: Partial<Mishaps>;
}

const NONE: Leaning = { deeds: {}, mishaps: {} };

/** Sceneries in which a protection is needed more often than anywhere: what is missing without it shows sooner. */
const LEANINGS: Partial<Record<Missing, Leaning>> = {
  'own-items-only': { deeds: { user: 4 }, mishaps: {} },
  lock: { deeds: { sync: 20, drain: 30, make: 15, tab: 10 }, mishaps: {} },
  'call-back': { deeds: { drain: 15, reconsider: 12 }, mishaps: { lostAnswer: 0.4 } },
  'one-transaction-pull': { deeds: { office: 15, pull: 20 }, mishaps: { crash: 0.03 } },
  'new-epoch-offers-again': { deeds: { backup: 3, drain: 8, restore: 3 }, mishaps: {} },
  'onto-newest': { deeds: { change: 40, drain: 6 }, mishaps: {} },
  json: { deeds: {}, mishaps: { cutShort: 0.3 } },
};

/** The scenery for a simulation that lacks this; the usual one if it lacks nothing. */
export const leaningOf = (missing: ReadonlySet<Missing>): Leaning => {
  const [first] = missing;
  return (first === undefined ? undefined : LEANINGS[first]) ?? NONE;
};
