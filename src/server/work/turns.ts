import { AppError, refusalMessage } from '#shared/lib/errors.ts';

/** How many work at the same time and how many wait, in total and per party. */
export interface TurnBounds {
  readonly atOnce: number;
  readonly atOncePerParty: number;
  readonly waiting: number;
  readonly waitingPerParty: number;
}

/** Limits concurrency; the rest waits, and a party that asks for much only waits for its own. */
export interface Turns {
  /** Waits for a turn of this party and returns a function that ends it, which may be called again. 429 if too many wait already. */
  take(party: string): Promise<() => void>;
  /** Does the work in a turn. */
  run<T>(party: string, work: () => Promise<T>): Promise<T>;
}

interface Party {
  working: number;
  readonly waiting: (() => void)[];
}

const RETRY_AFTER_SECONDS = 10;

const tooMany = (): AppError =>
  new AppError('too_many', refusalMessage('tooManyUnderWay'), {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** Fair among parties: they are served round-robin, each in the order in which it asked. */
export const createTurns = ({ atOnce, atOncePerParty, waiting, waitingPerParty }: TurnBounds): Turns => {
  /** Every party that works or waits; the one whose turn ended last is last. */
  const parties = new Map<string, Party>();
  let working = 0;
  let waitingNow = 0;

  const partyOf = (name: string): Party => {
    const known = parties.get(name) ?? { working: 0, waiting: [] };
    parties.set(name, known);
    return known;
  };

  const begin = (name: string, party: Party): (() => void) => {
    working += 1;
    party.working += 1;
    let isOver = false;
    return () => {
      if (!isOver) {
        isOver = true;
        working -= 1;
        party.working -= 1;
        parties.delete(name);
        if (party.working > 0 || party.waiting.length > 0) {
          parties.set(name, party);
        }
        callNext();
      }
    };
  };

  const callNext = (): void => {
    if (working >= atOnce || waitingNow === 0) {
      return;
    }
    for (const party of parties.values()) {
      const next = party.working < atOncePerParty ? party.waiting.shift() : undefined;
      if (next) {
        waitingNow -= 1;
        next();
        return;
      }
    }
  };

  const take: Turns['take'] = async (name) => {
    const party = partyOf(name);
    if (working < atOnce && party.working < atOncePerParty) {
      return begin(name, party);
    }
    if (waitingNow >= waiting || party.waiting.length >= waitingPerParty) {
      throw tooMany();
    }
    return new Promise((resolve) => {
      waitingNow += 1;
      party.waiting.push(() => resolve(begin(name, party)));
    });
  };

  return {
    take,
    run: async (name, work) => {
      const release = await take(name);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
};
