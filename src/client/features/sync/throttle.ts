/**
 * Runs the work on request, but never concurrently and at most once in the given number of milliseconds; the last request is never lost.
 */
export const throttled = (work: () => Promise<unknown>, everyMs: number): { readonly ask: () => void; readonly stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isAsked = false;
  let isStopped = false;
  const run = (): void => {
    isBusy = true;
    isAsked = false;
    const rest = (): void => {
      timer = setTimeout(() => {
        isBusy = false;
        if (isAsked && !isStopped) {
          run();
        }
      }, everyMs);
    };
    void work().finally(rest);
  };
  return {
    ask: () => {
      isAsked = true;
      if (!isBusy && !isStopped) {
        run();
      }
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
