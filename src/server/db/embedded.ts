import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedDatabase, type EmbeddedOptions, type Machine, type Program, startEmbedded, thisMachine } from '#embedded-postgres';
import { carryRows } from '#server/db/copy/carry-rows.ts';

/**
 * Identifies whose embedded database it is. The key is in every installation: files, folders, the database and its owner are named after
 * it.
 */
export const HEADLAND: Program = { name: 'Headland', key: 'headland', folderSetting: 'DATA_DIR', serverSetting: 'DATABASE_URL' };

/** This machine as Headland's database needs it; throws an EmbeddedError if no PostgreSQL is installed for it. */
export const headlandMachine = (): Machine => thisMachine(HEADLAND);

/** Present in `DATA_DIR` while a restore works there: without it a start in the middle would create an empty database. */
export const UNFINISHED_RESTORE = 'restore-unfinished.json';

/** Refuses a folder into which a backup was only partly restored. */
const whyNot = (dataDir: string): string | undefined =>
  existsSync(join(dataDir, UNFINISHED_RESTORE))
    ? `A restore into ${dataDir} was begun and is not finished. Run the same command again, npm run restore with what followed it; it goes on from there.`
    : undefined;

/** Starts the database of a folder, creating it if there is none and carrying it over from an earlier PostgreSQL. As `startEmbedded`. */
export const startOwnDatabase = (
  options: Omit<EmbeddedOptions, 'program' | 'carryRows' | 'whyNot'>,
  machine?: Machine,
): Promise<EmbeddedDatabase> => startEmbedded({ ...options, program: HEADLAND, carryRows, whyNot }, machine);
