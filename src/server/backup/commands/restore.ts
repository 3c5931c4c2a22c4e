import { join } from 'node:path';
import { parseArgs } from 'node:util';
import process from 'node:process';
import { readSettings } from '#server/env.ts';
import type { Say } from '#server/log.ts';
import { counted, sumOf } from '#server/backup/commands/words.ts';
import { lostSentence } from '#server/backup/files.ts';
import { chooseBackup, findRestorable, localText, parseMoment } from '#server/backup/restorable.ts';
import { restoreCluster, type RestoredCluster } from '#server/backup/restore/restore-cluster.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';

const OPTIONS = {
  /** Where the backups are; left out: where the settings say. */
  from: { type: 'string' },
  backup: { type: 'string' },
  at: { type: 'string' },
  replace: { type: 'boolean' },
  demo: { type: 'boolean' },
} as const;

const NOW_START = 'Start Headland now: npm start. Devices send by themselves what came after, and fetch everything anew.';

const tell = ({ rows, files, lost, aside, upTo }: RestoredCluster, name: string, say: Say): void => {
  const missing = lostSentence(lost);
  if (missing !== undefined) {
    say(`${missing} The backup does not have them; the records that name them are there.`, 'warn');
  }
  if (aside.length > 0) {
    say(`What was there before is kept: ${aside.join(', ')}. Remove it when nobody needs it any more.`);
  }
  say(
    `Restored ${name} with everything up to ${localText(upTo)} by the clock of this machine: ${counted(sumOf(rows), 'record')} and ` +
      `${counted(files, 'attached file')}. ${NOW_START}`,
  );
};

/** `npm run restore`: puts a backup back into `DATA_DIR`. */
export const restoreCommand = async (say: Say): Promise<void> => {
  const { values } = parseArgs({ args: process.argv.slice(3), options: OPTIONS });
  const isDemo = values.demo === true;
  const settings = readSettings(process.env, { defaultDataDir: isDemo ? join('data', 'demo') : 'data', isDemo });
  const at = values.at === undefined ? undefined : parseMoment(values.at);
  const store = folderStore(values.from ?? settings.backup.folder);
  const { manifest, until } = chooseBackup(await findRestorable(store), store.place, { backup: values.backup, at });
  const { database } = manifest;
  if (database.kind !== 'cluster' || settings.databaseUrl !== null) {
    throw new Error('Backups of an external database are not there yet.');
  }
  const { dataDir } = settings;
  const restored = await restoreCluster({
    dataDir,
    store,
    manifest: { ...manifest, database },
    until,
    replace: values.replace === true,
    now: () => new Date(),
    say,
  });
  if (restored === 'finished-before') {
    say(`${manifest.name} had been restored already; only the last step was missing. ${NOW_START}`);
  } else {
    tell(restored, manifest.name, say);
  }
};
