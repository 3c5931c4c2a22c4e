import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEveryTable } from '#server/data/backup-facts.ts';
import { settleEpoch } from '#server/db/epoch/settle.ts';
import { openDatabase } from '#server/db/open.ts';
import type { Say } from '#server/log.ts';
import { backupName, type Manifest } from '#server/backup/manifest.ts';
import { exchange, removeDraft } from '#server/backup/restore/aside.ts';
import { restoreFiles } from '#server/backup/restore/restore-files.ts';
import { restoreSecret } from '#server/backup/restore/restore-secret.ts';
import type { Restored } from '#server/backup/restore/restored.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { requireTables, restoreTables } from '#server/backup/tables/restore-tables.ts';

export interface RestoreExternalOptions {
  /** Of an empty database, by its owner. */
  readonly url: string;
  readonly dataDir: string;
  readonly store: BackupStore;
  readonly manifest: Manifest;
  readonly now: () => Date;
  readonly say: Say;
}

const isSame = async (one: string, other: string): Promise<boolean> =>
  existsSync(one) && existsSync(other) && (await readFile(one)).equals(await readFile(other));

/** Puts the secret into place; a different one that was there is kept aside. */
const exchangeSecret = async ({ dataDir, store, manifest, now }: RestoreExternalOptions): Promise<string[]> => {
  const path = join(dataDir, 'session-secret');
  const draft = `${path}.restoring`;
  await restoreSecret(store, manifest, draft);
  if (!existsSync(draft) || (await isSame(path, draft))) {
    await removeDraft(draft);
    return [];
  }
  const note = { ending: `before-${backupName(now())}`, before: existsSync(path) ? [path] : [] };
  await exchange(draft, path, note);
  return note.before.map((before) => `${before}.${note.ending}`);
};

/**
 * Restores rows into an empty external database, and attached files and secret into `dataDir`; existing files stay, because their names
 * identify their content. If killed at any moment, the same call resumes. Throws a sentence for a person.
 */
export const restoreExternal = async (options: RestoreExternalOptions): Promise<Restored> => {
  const { url, dataDir, store, manifest, say } = options;
  requireTables(manifest);
  say(`Restoring ${manifest.name} from ${store.place} …`);
  await mkdir(dataDir, { recursive: true });
  await restoreTables({ url, manifest, store, say });
  const db = openDatabase(url, say);
  try {
    say('Bringing the attached files …');
    const brought = await restoreFiles(db, store, join(dataDir, 'photos'));
    const aside = await exchangeSecret(options);
    const rows = await readEveryTable(db, { deeply: false });
    // Last: once it is settled, there is nothing left for a second try to do.
    await settleEpoch(db, 'restored');
    return { rows, ...brought, aside, upTo: new Date(manifest.completeAt) };
  } finally {
    await db.close();
  }
};
