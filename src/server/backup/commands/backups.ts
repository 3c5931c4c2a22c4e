import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Say } from '#server/log.ts';
import { commandSettings, givenArguments, storeToRead } from '#server/backup/commands/command-settings.ts';
import { ageText, counted, sizeText, sumOf } from '#server/backup/commands/words.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { findRestorable, stretchesOf, stretchesText } from '#server/backup/restorable.ts';

const OPTIONS = { from: { type: 'string' }, demo: { type: 'boolean' } } as const;

const bytesOf = ({ database, files }: Manifest): number =>
  [...(database.kind === 'cluster' ? database.files : []), ...files].reduce((sum, { bytes }) => sum + bytes, 0);

const lineOf = (manifest: Manifest, now: Date): string =>
  [
    manifest.name,
    ageText(now.getTime() - new Date(manifest.startedAt).getTime()),
    manifest.database.kind === 'cluster' ? `PostgreSQL ${manifest.database.major}` : 'rows',
    sizeText(bytesOf(manifest)),
    counted(sumOf(manifest.rows), 'record'),
    counted(manifest.files.length, 'file'),
    manifest.verifiedAt === undefined ? 'not verified' : 'verified',
  ].join(' · ');

/** `npm run backups`: what there is, and which moments can be restored. */
export const backupsCommand = async (say: Say): Promise<void> => {
  const { values } = parseArgs({ args: givenArguments(), options: OPTIONS });
  const settings = commandSettings(values.demo);
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
  restorable.forEach(({ manifest }) => say(`  ${lineOf(manifest, now)}`));
  say(`What can be restored, by the clock of this machine: ${stretchesText(stretchesOf(restorable))}.`);
};
