const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/**
 * How long to wait after so many failures in a row: from 1 s, doubling, to 5 min, of which a random half is taken off so that devices
 * that failed together do not come back together. `fraction` is from 0 up to 1.
 */
export const backoffMs = (failures: number, fraction: number): number => {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(Math.max(failures, 1) - 1, 20));
  return Math.round(most * (0.5 + fraction / 2));
};

/** How long a change waits that the server cannot handle while others pass. */
export const SET_ASIDE_MS = 6 * 3_600_000;
/** Failures of the server over one change after which it is set aside. */
export const SET_ASIDE_AFTER = 5;

/** The engine looks at least this often whether there is something to do. */
export const LONGEST_SLEEP_MS = 30_000;

/** So long after a change the phone is for the screen, which first says what is saved. */
export const SAID_MS = 150;
