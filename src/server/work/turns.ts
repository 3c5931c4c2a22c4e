import { AppError, refusalMessage } from '#shared/lib/errors.ts';

/** How many are at work at the same time and how many wait, in all and of one party. */
export interface TurnBounds {
  readonly atOnce: number;
  readonly atOnceOfOne: number;
  readonly waiting: number;
  readonly waitingOfOne: number;
}

/** What is done by so many at once and no more; the rest waits, and whoever asks for much only waits for their own. */
export interface Turns {
  /** Waits for a turn of this party and gives what ends it, which may be called again. 429 where too many wait already. */
  take(of: string): Promise<() => void>;
  /** Does the work in a turn. */
  run<T>(of: string, work: () => Promise<T>): Promise<T>;
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

/** Fair among parties: those who wait are served in a circle, each in the order in which they asked. */
export const createTurns = ({ atOnce, atOnceOfOne, waiting, waitingOfOne }: TurnBounds): Turns => {
  /** Everybody who works or waits; whose turn ended last stands last. */
  const parties = new Map<string, Party>();
  let working = 0;
  let waitingNow = 0;

  const partyOf = (of: string): Party => {
    const known = parties.get(of) ?? { working: 0, waiting: [] };
    parties.set(of, known);
    return known;
  };

  const begin = (of: string, party: Party): (() => void) => {
    working += 1;
    party.working += 1;
    let isOver = false;
    return () => {
      if (!isOver) {
        isOver = true;
        working -= 1;
        party.working -= 1;
        parties.delete(of);
        if (party.working > 0 || party.waiting.length > 0) {
          parties.set(of, party);
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
      const next = party.working < atOnceOfOne ? party.waiting.shift() : undefined;
      if (next) {
        waitingNow -= 1;
        next();
        return;
      }
    }
  };

  const take: Turns['take'] = async (of) => {
    const party = partyOf(of);
    if (working < atOnce && party.working < atOnceOfOne) {
      return begin(of, party);
    }
    if (waitingNow >= waiting || party.waiting.length >= waitingOfOne) {
      throw tooMany();
    }
    return new Promise((resolve) => {
      waitingNow += 1;
      party.waiting.push(() => resolve(begin(of, party)));
    });
  };

  return {
    take,
    run: async (of, work) => {
      const release = await take(of);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
};
