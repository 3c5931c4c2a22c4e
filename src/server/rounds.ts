export interface Rounds {
  /** Aborts the running round, as far as it observes the signal, and waits for it. */
  stop(): Promise<void>;
}

export interface RoundsOptions {
  /** What is done in each round; the signal aborts it. */
  readonly work: (signal: AbortSignal) => Promise<unknown>;
  readonly everyMs: number;
  /** Called with the error of a round that failed, unless it was aborted; the next one runs all the same. */
  readonly failed: (error: unknown) => void;
  /** Whether the first begins at once, and not only after the interval. */
  readonly isSoon?: boolean;
}

/** Repeats work in rounds that never overlap. Does not keep the process alive. */
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
