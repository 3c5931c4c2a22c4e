import type { Binaries } from '../binaries.ts';
import { EmbeddedError } from '../embedded-error.ts';
import { clusterOf, type Place } from '../place.ts';
import { findPrograms, howToInstall } from './kept-programs.ts';

/**
 * The binaries that open a cluster of the earlier major version; throws an EmbeddedError if there are none, or if the cluster is of a later
 * one.
 */
export const programsToUpgrade = ({ home, program }: Place, major: string, installed: string): Binaries => {
  const madeBy = `The database in ${clusterOf(home)} was made by PostgreSQL ${major}, and this ${program.name} comes with PostgreSQL ${installed}`;
  if (Number(major) > Number(installed)) {
    throw new EmbeddedError(
      `${madeBy}, which cannot open it: this ${program.name} is the older one. Start the newer one again, or restore a backup into another ${program.folderSetting}.`,
    );
  }
  const programs = findPrograms(home, major);
  if (programs === undefined) {
    throw new EmbeddedError(
      `${madeBy}. To carry it over, the programs of PostgreSQL ${major} are needed once, and they are not there. Bring them with\n` +
        `  ${howToInstall(home, major)}\nthen start ${program.name} again. Nothing was changed.`,
    );
  }
  return programs;
};
