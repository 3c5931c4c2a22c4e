/** Runs the work when asked, but not while it runs and not more often than every so many milliseconds; the last asking is never lost. */
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
