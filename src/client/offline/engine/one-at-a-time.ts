/** Runs work that must not run beside itself: asked for while it runs, it runs once more after, however often it was asked for. */
export const oneAtATime = (work: () => Promise<void>): (() => void) => {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    do {
      isWanted = false;
      await work();
    } while (isWanted);
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) {
      void run();
    }
  };
};
