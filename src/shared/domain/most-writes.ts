/** As many writes as may travel in one batch. */
export const MOST_WRITES = 100;
