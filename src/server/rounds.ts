export interface Rounds {
  /** Ends what is under way, as far as it heeds the signal, and waits for it. */
  stop(): Promise<void>;
}

export interface RoundsOptions {
  /** What is done in each round; the signal says that it is to leave off. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly everyMs: number;
  /** Hears of a round that failed, unless by being told to leave off; the next one is done all the same. */
  readonly failed: (error: unknown) => void;
  /** Whether the first begins at once, and not only after the time between two. */
  readonly isSoon?: boolean;
}

/** Does something again and again, in rounds of which no two overlap. Does not keep the process alive. */
export const startRounds = ({ work, everyMs, failed, isSoon = false }: RoundsOptions): Rounds => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work(stopping.signal)
      .catch((error: unknown) => (stopping.signal.aborted ? undefined : failed(error)))
      .then(() => {
        running = undefined;
      });
  };
  if (isSoon) {
    run();
  }
  const timer = setInterval(run, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};
