import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Settings } from '#server/env.ts';
import { type Say, wordsOf } from '#server/log.ts';
import { commandArguments } from '#server/backup/commands/command-arguments.ts';
import { readProcessSettings } from '#server/env/process-settings.ts';
import { lowerPriority } from '#server/backup/commands/lower-priority.ts';
import { counted, sizeText, sumOf } from '#server/backup/commands/words.ts';
import { openInstallation } from '#server/backup/installation.ts';
import { openFolder, openStores, type Stores } from '#server/backup/store/open-stores.ts';
import { sweep } from '#server/backup/store/sweep.ts';
import { takeBackup, type TakenBackup, type TakeOptions } from '#server/backup/take.ts';

const OPTIONS = {
  /** Into another folder than that of the settings: a USB stick, say. */
  to: { type: 'string' },
  /** By rows even though there are files: for another PostgreSQL. */
  tables: { type: 'boolean' },
  /** Nobody waits for it. */
  gentle: { type: 'boolean' },
  'new-key': { type: 'boolean' },
  demo: { type: 'boolean' },
} as const;

const summary = ({ manifest, bytes, newBytes, unverifiedBecause }: TakenBackup, place: string, seconds: number): string => {
  const { name, rows, files } = manifest;
  const proof =
    unverifiedBecause === null
      ? 'It was restored beside and counted.'
      : `It could not be restored beside and counted: ${unverifiedBecause}`;
  return (
    `The backup ${name} is in ${place}: ${counted(sumOf(rows), 'record')} and ${counted(files.length, 'attached file')}, ` +
    `${sizeText(bytes)}, of which ${sizeText(newBytes)} were new. It took ${counted(Math.ceil(seconds), 'second')}. ${proof}`
  );
};

/** Removes what is no longer kept. The backup is good whatever comes of it. */
const tidyUp = async (store: Stores['store'], { keep }: Settings['backup']): Promise<string[]> => {
  try {
    await sweep(store, { keep, now: new Date() });
    return [];
  } catch (error) {
    return [`Old backups in ${store.place} could not be removed: ${wordsOf(error)}`];
  }
};

/** Sweeps the store and brings the second copy up to date; if that fails, so does the backup. */
const follow = async ({ store, second, mirror }: Stores, backup: Settings['backup']): Promise<string[]> => {
  const warnings = await tidyUp(store, backup);
  if (mirror === null || second === null) {
    return warnings;
  }
  try {
    await mirror.round(new AbortController().signal);
  } catch (error) {
    throw new Error(`The backup is whole in ${store.place}, but could not be copied to ${second.place}: ${wordsOf(error)}`, {
      cause: error,
    });
  }
  return [...warnings, ...(await tidyUp(second, backup))];
};

const ownPlace = async ({ backup }: Settings, say: Say): Promise<Pick<TakeOptions, 'store' | 'isOwnStore' | 'afterwards'>> => {
  const stores = await openStores(backup, say);
  return { store: stores.store, isOwnStore: true, afterwards: () => follow(stores, backup) };
};

const otherPlace = async (to: string, { backup }: Settings): Promise<Pick<TakeOptions, 'store' | 'isOwnStore'>> => {
  if (!existsSync(resolve(to, '..'))) {
    throw new Error(`There is no folder ${resolve(to, '..')}. Is the disk there that the backup is to go to?`);
  }
  return { store: await openFolder(to, backup.key), isOwnStore: false };
};

const printNewKey = async (): Promise<void> => {
  const { newBackupKey } = await import('#server/backup/store/encrypted-store.ts');
  // For the person who asked, wherever it is read: not for a collected log.
  process.stdout.write(
    `BACKUP_KEY=${await newBackupKey()}\n\nSet this, and keep it also on paper, away from this machine: without it nobody can restore backups that were made with it.\n`,
  );
};

/** `npm run backup`: makes one now, whether or not the program runs. */
export const backupCommand = async (say: Say): Promise<void> => {
  const { values } = parseArgs({ args: commandArguments(), options: OPTIONS });
  if (values['new-key'] === true) {
    await printNewKey();
    return;
  }
  if (values.gentle === true) {
    await lowerPriority();
  }
  const { settings } = readProcessSettings();
  const place = values.to === undefined ? await ownPlace(settings, say) : await otherPlace(values.to, settings);
  const began = Date.now();
  const installation = await openInstallation(settings, say);
  try {
    const taken = await takeBackup({ settings, installation, asTables: values.tables === true, now: () => new Date(), say, ...place });
    taken.warnings.forEach((warning) => say(warning, 'warn'));
    say(summary(taken, place.store.place, (Date.now() - began) / 1000), taken.unverifiedBecause === null ? 'info' : 'warn');
  } finally {
    await installation.close();
  }
};
