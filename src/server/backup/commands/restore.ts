import { parseArgs } from 'node:util';
import type { Say } from '#server/log.ts';
import { commandArguments, storeToRead } from '#server/backup/commands/command-arguments.ts';
import { readProcessSettings } from '#server/env/process-settings.ts';
import { counted, sumOf } from '#server/backup/commands/words.ts';
import { lostSentence } from '#server/backup/files.ts';
import { chooseBackup, findRestorable, localText, parseMoment, readManifest } from '#server/backup/restorable.ts';
import { restoreEmbedded } from '#server/backup/restore/restore-embedded.ts';
import { restoreExternal } from '#server/backup/restore/restore-external.ts';
import type { Restored } from '#server/backup/restore/restored.ts';

const OPTIONS = {
  /** Where the backups are; default: where the settings say. */
  from: { type: 'string' },
  backup: { type: 'string' },
  at: { type: 'string' },
  replace: { type: 'boolean' },
  demo: { type: 'boolean' },
} as const;

const NOW_START = 'Start Headland now: npm start. Devices send by themselves what came after, and fetch everything anew.';

const tell = ({ rows, files, lost, aside, upTo }: Restored, name: string, say: Say): void => {
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

/** `npm run restore`: puts a backup back into `DATA_DIR`, or into the empty database of `DATABASE_URL`. */
export const restoreCommand = async (say: Say): Promise<void> => {
  const { values } = parseArgs({ args: commandArguments(), options: OPTIONS });
  const { settings } = readProcessSettings();
  const { dataDir, databaseUrl } = settings;
  const at = values.at === undefined ? undefined : parseMoment(values.at);
  const store = await storeToRead(values.from, settings, say);
  const kind = databaseUrl === null ? 'cluster' : 'tables';
  const { name, until } = chooseBackup(await findRestorable(store), store.place, { backup: values.backup, at, kind });
  const manifest = await readManifest(store, name);
  const common = { dataDir, store, manifest, now: () => new Date(), say };
  if (databaseUrl !== null) {
    tell(await restoreExternal({ ...common, url: databaseUrl }), manifest.name, say);
    return;
  }
  const restored = await restoreEmbedded({ ...common, until, replace: values.replace === true });
  if (restored === 'finished-before') {
    say(`${manifest.name} had been restored already; only the last step was missing. ${NOW_START}`);
  } else {
    tell(restored, manifest.name, say);
  }
};
