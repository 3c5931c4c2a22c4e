import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts';

/** Lies in `dataDir` while a restore works there: without it a start in the middle would make an empty database. */
export const UNFINISHED_RESTORE = 'restore-unfinished.json';

/** Refuses a folder into which a backup was restored in part only. */
export const requireWhole = (dataDir: string): void => {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE))) {
    throw new EmbeddedError(
      `A restore into ${dataDir} was begun and is not finished. Run the same command again, npm run restore with what followed it; it goes on from there.`,
    );
  }
};
