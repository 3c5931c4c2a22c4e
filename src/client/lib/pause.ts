/** Waits so long; without a time, until the page has done what waits already. */
export const pause = (ms = 0): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
