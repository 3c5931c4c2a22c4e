import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Say } from '#server/log.ts';
import { commandArguments, storeToRead } from '#server/backup/commands/command-arguments.ts';
import { readProcessSettings } from '#server/env/process-settings.ts';
import { ageText, counted, sizeText } from '#server/backup/commands/words.ts';
import { findRestorable, type Restorable, restorableRangesOf, rangesText } from '#server/backup/restorable.ts';

const OPTIONS = { from: { type: 'string' }, demo: { type: 'boolean' } } as const;

const lineOf = ({ name, startedAt, major, bytes, rows, files, verifiedAt }: Restorable, now: Date): string =>
  [
    name,
    ageText(now.getTime() - new Date(startedAt).getTime()),
    major === null ? 'rows' : `PostgreSQL ${major}`,
    sizeText(bytes),
    counted(rows, 'record'),
    counted(files, 'file'),
    verifiedAt === undefined ? 'not verified' : 'verified',
  ].join(' · ');

/** `npm run backups`: lists the backups, and the moments that can be restored. */
export const backupsCommand = async (say: Say): Promise<void> => {
  const { values } = parseArgs({ args: commandArguments(), options: OPTIONS });
  const { settings } = readProcessSettings();
  if (values.from === undefined && !existsSync(settings.backup.folder) && settings.backup.bucket === null) {
    say(`There is no backup in ${settings.backup.folder}. npm run backup makes one where Headland runs.`);
    return;
  }
  const store = await storeToRead(values.from, settings, say);
  const restorable = await findRestorable(store);
  if (restorable.length === 0) {
    say(`There is no backup in ${store.place}. npm run backup makes one where Headland runs.`);
    return;
  }
  say(`Backups in ${store.place}, the newest last:`);
  const now = new Date();
  restorable.forEach((one) => say(`  ${lineOf(one, now)}`));
  say(`What can be restored, by the clock of this machine: ${rangesText(restorableRangesOf(restorable))}.`);
};
