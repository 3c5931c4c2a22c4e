import { existsSync } from 'node:fs';
import process from 'node:process';
import type { Settings } from '#server/env.ts';
import type { Say } from '#server/log.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { openStores, storeAt } from '#server/backup/store/open-stores.ts';

/** The arguments after the command. */
export const commandArguments = (): string[] => process.argv.slice(3);

/** Where backups are read from: the folder or bucket that was named, else the installation's own. */
export const storeToRead = async (from: string | undefined, { backup }: Settings, say: Say): Promise<BackupStore> => {
  if (from !== undefined) {
    return storeAt(from, backup, say);
  }
  if (!existsSync(backup.folder) && backup.bucket !== null) {
    const { second } = await openStores(backup, say);
    return second ?? storeAt(backup.folder, backup, say);
  }
  return storeAt(backup.folder, backup, say);
};
