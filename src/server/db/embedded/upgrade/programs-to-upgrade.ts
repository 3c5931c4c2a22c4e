import type { Binaries } from '#server/db/embedded/binaries.ts';
import { EmbeddedError } from '#server/db/embedded/embedded-error.ts';
import { clusterOf } from '#server/db/embedded/place.ts';
import { findPrograms, howToInstall } from '#server/db/embedded/upgrade/kept-programs.ts';

/** The programs that open a cluster of the earlier major; throws an EmbeddedError where there are none, or where it is a later one. */
export const programsToUpgrade = (home: string, major: string, installed: string): Binaries => {
  const madeBy = `The database in ${clusterOf(home)} was made by PostgreSQL ${major}, and this Headland comes with PostgreSQL ${installed}`;
  if (Number(major) > Number(installed)) {
    throw new EmbeddedError(
      `${madeBy}, which cannot open it: this Headland is the older one. Start the newer one again, or restore a backup into another DATA_DIR.`,
    );
  }
  const programs = findPrograms(home, major);
  if (programs === undefined) {
    throw new EmbeddedError(
      `${madeBy}. To carry it over, the programs of PostgreSQL ${major} are needed once, and they are not there. Bring them with\n` +
        `  ${howToInstall(home, major)}\nthen start Headland again. Nothing was changed.`,
    );
  }
  return programs;
};
