/**
 * Whether the device's database answers: it does; something has waited so long that the person should know; or even giving up gets no
 * answer.
 */
export type Silence = 'none' | 'silent' | 'unsure';

/** A request to the database that has not ended yet. */
export interface Asked {
  /** Notes a sign of life. */
  readonly sign: () => void;
  readonly end: () => void;
  /** Whether it was given up from here, so that certainly nothing of it is kept. */
  readonly isGivenUp: () => boolean;
  /** Resolves when a read is given up: nobody has to wait for its end. */
  readonly abandoned: Promise<void>;
}

export interface Answers {
  /**
   * Starts to watch a request. `giveUp` ends it and returns whether it could; `isSave`: it is given up after long silence, because a
   * person waits to learn whether it is saved.
   */
  readonly ask: (giveUp: () => boolean, isSave: boolean) => Asked;
  /** Ends everything in flight now; saves still wait for their own end. */
  readonly giveUpAll: () => void;
}

interface Options {
  /** Whether a person sees the page: only that time counts. */
  readonly isSeen: () => boolean;
  readonly onSilence: (silence: Silence) => void;
  /** Runs a function at this interval until stopped. */
  readonly every?: (ms: number, work: () => void) => () => void;
}

interface Waiting {
  readonly isSave: boolean;
  readonly giveUp: () => boolean;
  readonly abandon: () => void;
  looks: number;
  isGivenUp: boolean;
}

// Ticks are counted rather than time: a page that slept together with the device must not conclude that the database slept.
const LOOK_MS = 1000;
const SILENT = 5;
// What is merely slow, such as many photos on an old phone, gives signs of life in between.
const GIVE_UP = 15;
const UNSURE = 20;

const byInterval = (ms: number, work: () => void): (() => void) => {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
};

/** Notices requests without an answer, reports them, and gives saves up in time. */
export const watchAnswers = ({ isSeen, onSilence, every = byInterval }: Options): Answers => {
  // In the order in which they were made.
  const waiting = new Set<Waiting>();
  let told: Silence = 'none';
  let stop: (() => void) | undefined;

  const notify = (): void => {
    let now: Silence = 'none';
    for (const { looks, isGivenUp, isSave } of waiting) {
      if (isSave && isGivenUp && looks >= UNSURE) {
        now = 'unsure';
      } else if (looks >= SILENT && now === 'none') {
        now = 'silent';
      }
    }
    if (now !== told) {
      told = now;
      onSilence(now);
    }
  };
  const end = (one: Waiting): void => {
    // Always tried: that it can no longer be ended proves nothing, since it may be about to be kept.
    one.isGivenUp = one.giveUp() || one.isGivenUp;
  };
  const look = (): void => {
    if (waiting.size === 0) {
      stop?.();
      stop = undefined;
    } else if (isSeen()) {
      for (const one of waiting) {
        one.looks += 1;
        if (one.isSave && one.looks === GIVE_UP) {
          end(one);
        }
      }
      notify();
    }
  };
  return {
    ask: (giveUp, isSave) => {
      let abandon = (): void => undefined;
      const abandoned = new Promise<void>((resolve) => (abandon = resolve));
      const mine: Waiting = { giveUp, abandon: () => abandon(), isSave, looks: 0, isGivenUp: false };
      waiting.add(mine);
      stop ??= every(LOOK_MS, look);
      return {
        sign: () => {
          // Later requests may have to wait for this one.
          const all = [...waiting];
          all.slice(all.indexOf(mine)).forEach((one) => (one.looks = 0));
        },
        end: () => {
          waiting.delete(mine);
          notify();
        },
        isGivenUp: () => mine.isGivenUp,
        abandoned,
      };
    },
    giveUpAll: () => {
      for (const one of waiting) {
        end(one);
        // For a save it must be known how it ended.
        if (!one.isSave) {
          waiting.delete(one);
          one.abandon();
        }
      }
      notify();
    },
  };
};

/** For places without a watching person: everything may take its time. */
export const patient = (): Answers => watchAnswers({ isSeen: () => false, onSilence: () => undefined, every: () => () => undefined });
