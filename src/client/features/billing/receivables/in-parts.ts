/** As many letters as a call takes, and a file holds. */
const MOST_AT_ONCE = 100;

/** Letters by the hundred, in their order; nothing for none. */
export const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MOST_AT_ONCE) }, (_, part) => all.slice(part * MOST_AT_ONCE, (part + 1) * MOST_AT_ONCE));
