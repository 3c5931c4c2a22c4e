const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/**
 * How long to wait after this many failures in a row: from 1 s, doubling, up to 5 min, less a random part of up to half, so that devices
 * that failed together do not come back together. `fraction` is at least 0 and less than 1.
 */
export const backoffMs = (failures: number, fraction: number): number => {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(Math.max(failures, 1) - 1, 20));
  return Math.round(most * (0.5 + fraction / 2));
};

/** How long a change waits that the server cannot handle while others pass. */
export const SET_ASIDE_MS = 6 * 3_600_000;
/** Failures of the server over one change after which it is set aside. */
export const SET_ASIDE_AFTER = 5;

/** The engine checks at least this often whether there is something to do. */
export const LONGEST_SLEEP_MS = 30_000;

/** How long after a change the phone is left to the screen, which first shows that it is saved. */
export const SAID_MS = 150;
