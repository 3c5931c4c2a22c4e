/** How the device's database answers: it does; something waits for so long that a person should hear of it; or even giving up has no answer. */
export type Silence = 'none' | 'silent' | 'unsure';

/** Something asked of the database that has not ended yet. */
export interface Asked {
  /** It gave a sign of life. */
  readonly sign: () => void;
  readonly end: () => void;
  /** Whether it was given up from here, so that it is certain that nothing of it is kept. */
  readonly isGivenUp: () => boolean;
  /** Resolves when a read is given up: nobody has to wait for its end. */
  readonly abandoned: Promise<void>;
}

export interface Answers {
  /**
   * From now on somebody waits. `giveUp` ends it, and says whether it could be; `isSave`: it is given up by itself after long silence,
   * because a person waits to hear whether it is saved.
   */
  readonly ask: (giveUp: () => boolean, isSave: boolean) => Asked;
  /** Ends all that is under way, now; for the end of saves their callers still wait. */
  readonly giveUpAll: () => void;
}

interface Options {
  /** Whether somebody sees the page: only that time counts. */
  readonly isSeen: () => boolean;
  readonly onSilence: (silence: Silence) => void;
  /** Does something every so many milliseconds until stopped. */
  readonly every?: (ms: number, work: () => void) => () => void;
}

interface Waiting {
  readonly isSave: boolean;
  readonly giveUp: () => boolean;
  readonly abandon: () => void;
  looks: number;
  isGivenUp: boolean;
}

// Looks are counted, not time: a page that slept with the whole device must not believe that the database slept alone.
const LOOK_MS = 1000;
const SILENT = 5;
// What is slow only, such as many photos on an old phone, gives signs meanwhile.
const GIVE_UP = 15;
const UNSURE = 20;

const byInterval = (ms: number, work: () => void): (() => void) => {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
};

/** Notices what has no answer for long, says so, and gives saves up in time. */
export const watchAnswers = ({ isSeen, onSilence, every = byInterval }: Options): Answers => {
  // In the order in which they were asked.
  const waiting = new Set<Waiting>();
  let told: Silence = 'none';
  let stop: (() => void) | undefined;

  const tell = (): void => {
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
    // Tried in any case: that it cannot be ended any more tells nothing, it may be about to be kept.
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
      tell();
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
          // Who was asked later may have to wait for this one.
          const all = [...waiting];
          all.slice(all.indexOf(mine)).forEach((one) => (one.looks = 0));
        },
        end: () => {
          waiting.delete(mine);
          tell();
        },
        isGivenUp: () => mine.isGivenUp,
        abandoned,
      };
    },
    giveUpAll: () => {
      for (const one of waiting) {
        end(one);
        // Of a save it has to be known how it ended.
        if (!one.isSave) {
          waiting.delete(one);
          one.abandon();
        }
      }
      tell();
    },
  };
};

/** Where nobody looks: everything may take its time. */
export const patient = (): Answers => watchAnswers({ isSeen: () => false, onSilence: () => undefined, every: () => () => undefined });
