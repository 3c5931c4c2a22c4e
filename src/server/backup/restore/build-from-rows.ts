import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { give } from '#server/db/embedded/account.ts';
import { binariesBeside } from '#server/db/embedded/binaries.ts';
import type { Machine } from '#server/db/embedded/machine.ts';
import { makeCluster } from '#server/db/embedded/make-cluster.ts';
import type { Place } from '#server/db/embedded/place.ts';
import { openServerLog } from '#server/db/embedded/server-log.ts';
import { type ServerBeside, startBeside } from '#server/db/embedded/start-beside.ts';
import type { Say } from '#server/log.ts';
import { PRIVATE_FOLDER } from '#server/private-files.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { restoreTables } from '#server/backup/tables/restore-tables.ts';

const PATIENCE = { sentence: 'The new database takes a while to start.', atMostMs: 300_000 };

interface FromRows {
  /** The home in which the cluster is built. */
  readonly place: Place;
  readonly machine: Machine;
  readonly store: BackupStore;
  readonly manifest: Manifest;
  readonly prefix: string;
  readonly say: Say;
}

/** Makes a new cluster in a new folder of the place's home, and fills it with the rows of a backup. If it throws, nothing of it is left. */
export const buildFromRows = async ({
  place,
  machine,
  store,
  manifest,
  prefix,
  say,
}: FromRows): Promise<{ home: string; server: ServerBeside }> => {
  const { account } = place;
  const home = join(place.home, `${prefix}${randomBytes(4).toString('hex')}`);
  let server: ServerBeside | undefined;
  try {
    await mkdir(home, { mode: PRIVATE_FOLDER });
    give(home, account);
    const binaries = await binariesBeside(machine.packageDir, place.home, home, account);
    const log = openServerLog(join(home, 'server.log'), account);
    await makeCluster({ home, account }, binaries, log, { durable: true, withPassword: machine.transport === 'port' });
    server = await startBeside(
      { place: { home, account }, home: place.home, durable: true, settings: {}, waiting: PATIENCE, say },
      machine,
    );
    await restoreTables({ url: server.url, manifest, store, say });
    return { home, server };
  } catch (error) {
    await server?.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    throw error;
  }
};
