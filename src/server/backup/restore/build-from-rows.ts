import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  binariesBeside,
  give,
  type Machine,
  makeCluster,
  openServerLog,
  type Place,
  type ServerBeside,
  startBeside,
} from '#embedded-postgres';
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

/** Makes a new cluster in a new folder of the place's home, and fills it with the rows of a backup. If it throws, nothing of it remains. */
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
    await makeCluster({ ...place, home }, binaries, log, { durable: true, withPassword: machine.transport === 'port' });
    server = await startBeside(
      { place: { ...place, home }, home: place.home, durable: true, settings: {}, waiting: PATIENCE, say },
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
