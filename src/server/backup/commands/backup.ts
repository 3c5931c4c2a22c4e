import { join } from 'node:path';
import { parseArgs } from 'node:util';
import process from 'node:process';
import { readSettings } from '#server/env.ts';
import type { Say } from '#server/log.ts';
import { beGentle } from '#server/backup/commands/gentle.ts';
import { counted, sizeText, sumOf } from '#server/backup/commands/words.ts';
import { openInstallation } from '#server/backup/installation.ts';
import { takeBackup, type TakenBackup } from '#server/backup/take.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';

const OPTIONS = {
  /** Into another folder than that of the settings: a stick, say. */
  to: { type: 'string' },
  /** Nobody waits for it. */
  gentle: { type: 'boolean' },
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

/** `npm run backup`: makes one now, whether or not the program runs. */
export const backupCommand = async (say: Say): Promise<void> => {
  const { values } = parseArgs({ args: process.argv.slice(3), options: OPTIONS });
  if (values.gentle) {
    await beGentle();
  }
  const isDemo = values.demo === true;
  const settings = readSettings(process.env, { defaultDataDir: isDemo ? join('data', 'demo') : 'data', isDemo });
  const store = folderStore(values.to ?? settings.backup.folder);
  const began = Date.now();
  const installation = await openInstallation(settings, say);
  try {
    const taken = await takeBackup({ settings, installation, store, isOwnStore: values.to === undefined, now: () => new Date(), say });
    taken.warnings.forEach((warning) => say(warning, 'warn'));
    say(summary(taken, store.place, (Date.now() - began) / 1000), taken.unverifiedBecause === null ? 'info' : 'warn');
  } finally {
    await installation.close();
  }
};
