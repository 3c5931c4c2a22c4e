import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Concern, createHealth } from '#server/health.ts';
import { type Manifest, manifestName } from '#server/backup/manifest.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { reaches, span } from '#server/backup/wal/log-pieces.ts';
import { type RoundsOptions, startWalRounds, type WalRounds } from '#server/backup/wal/rounds.ts';
import { readLogState } from '#server/backup/wal/slot.ts';
import { heldFrom, type Installation, keptPieces, LINE, openInstallation, switchSegment, writeBale } from './wal-support.ts';

let installation: Installation;
let store: BackupStore;
let rounds: WalRounds | undefined;
let bale = 0;
let stores = 0;

beforeAll(async () => {
  installation = await openInstallation({ max_slot_wal_keep_size: '64MB', max_wal_size: '32MB', min_wal_size: '32MB' });
});
afterAll(() => installation.close());
beforeEach(() => {
  stores += 1;
  store = folderStore(installation.folder(`store-${stores}`));
});
afterEach(async () => {
  await rounds?.stop();
  await installation.db.query({ text: 'select pg_drop_replication_slot(slot_name) from pg_replication_slots', values: [] });
});

const start = (given: Partial<RoundsOptions> = {}) => {
  const health = createHealth();
  const files = vi.fn<() => Promise<void>>(async () => undefined);
  const needBackup = vi.fn<() => void>();
  const { db, pgWal } = installation;
  const options = {
    log: { db, pgWal },
    store,
    line: async () => LINE,
    health,
    say: () => undefined,
    now: () => new Date(),
    files,
    needBackup,
  };
  rounds = startWalRounds({ ...options, everyMs: 5, ...given });
  return { rounds, health, files, needBackup };
};

/** Puts a backup into the store that begins here, as far as rounds look at it. */
const putBase = async (line = LINE): Promise<string> => {
  const { flushed } = await readLogState(installation.db);
  const moment = new Date().toISOString();
  const manifest: Manifest = {
    format: 1,
    name: `2026-01-01T00-00-${String((bale += 1)).padStart(2, '0')}Z`,
    version: '1',
    startedAt: moment,
    completeAt: moment,
    epoch: line,
    database: { kind: 'cluster', major: '18', programs: '18.4', files: [], folders: [], wal: { line, start: flushed, stop: flushed } },
    rows: {},
    files: [],
    secret: null,
  };
  await store.put(manifestName(manifest.name), Buffer.from(JSON.stringify(manifest)));
  return flushed;
};

const write = () => writeBale(installation, (bale += 1));

/** Waits for rounds that begin from here on. */
const aRound = async (calls: { readonly mock: { readonly calls: unknown[] } }): Promise<void> => {
  const before = calls.mock.calls.length;
  await expect.poll(() => calls.mock.calls.length).toBeGreaterThan(before + 1);
};

test('rounds begin with a backup of the line, copy log and files, and make a last one at the end', async () => {
  await putBase('another');
  const line = vi.fn<() => Promise<string>>(async () => LINE);
  const { files, ...started } = start({ line });
  await aRound(line);
  // Nobody would ever read it, and the disk would fill.
  expect(await heldFrom(installation)).toBeUndefined();
  expect(await keptPieces(store)).toEqual([]);
  expect(started.rounds.copiedUpTo()).toBeNull();
  expect(files).not.toHaveBeenCalled();

  const base = await putBase();
  await aRound(files);
  await write();
  const written = new Date();
  await expect.poll(() => started.rounds.copiedUpTo()).toSatisfy((moment: Date | null) => moment !== null && moment >= written);
  const { flushed } = await readLogState(installation.db);
  expect(reaches(await span(store, LINE, base), flushed)).toBe(true);

  // Nobody waits an hour for the next one.
  await started.rounds.stop();
  const { rounds: rare } = start({ everyMs: 3_600_000 });
  await expect.poll(() => rare.copiedUpTo()).not.toBeNull();
  await write();
  const { flushed: last } = await readLogState(installation.db);
  await rare.stop();
  expect(reaches(await span(store, LINE, base), last)).toBe(true);
});

test('what fails three times is reported until it works again, and never hides that backups fail', async () => {
  let isBroken = true;
  const failing: BackupStore = {
    ...store,
    put: (name, bytes) => (isBroken && name.startsWith('wal/') ? Promise.reject(new Error('the disk is gone.')) : store.put(name, bytes)),
  };
  await putBase();
  const said = vi.fn<(line: string) => void>();
  const { health, rounds: started } = start({ store: failing, say: said });
  await expect
    .poll(() => health.concerns()[0]?.message)
    .toBe(`The latest changes are not in the backup, and would be lost with this disk. Copying to ${store.place} fails: the disk is gone.`);
  expect(said.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(health.concerns()).toMatchObject([{ kind: 'backup', level: 'warning', code: 'log-not-copied' }]);

  isBroken = false;
  await expect.poll(() => health.concerns()).toEqual([]);
  expect(started.copiedUpTo()).not.toBeNull();

  const nightly: Concern = { kind: 'backup', level: 'degraded', message: 'No backup.', code: 'backup-failed', values: {} };
  health.raise(nightly);
  await expect.poll(() => started.copiedUpTo()?.getTime()).toBeGreaterThan(Date.now());
  isBroken = true;
  await write();
  const before = said.mock.calls.length;
  await expect.poll(() => said.mock.calls.length).toBeGreaterThan(before + 4);
  expect(health.concerns()).toEqual([nightly]);
});

test('a part of the log that is lost asks for a backup until there is one, over restarts too', async () => {
  await putBase();
  const first = start();
  await aRound(first.files);
  await first.rounds.stop();
  await write();
  for (let segment = 0; segment < 8; segment += 1) {
    await switchSegment(installation);
  }
  await installation.db.query({ text: 'checkpoint', values: [] });

  const second = start();
  await aRound(second.needBackup);
  await second.rounds.stop();
  const third = start();
  await aRound(third.needBackup);
  await putBase();
  await aRound(third.files);
  third.needBackup.mockClear();
  await aRound(third.files);
  expect(third.needBackup).not.toHaveBeenCalled();
});

test('a folder that hangs is reported, and does not keep the program from stopping', async () => {
  await putBase();
  const hanging: BackupStore = { ...store, put: () => new Promise(() => undefined) };
  const { health, rounds: started } = start({ store: hanging });
  await expect.poll(() => health.concerns().map(({ message }) => message)).toEqual([expect.stringContaining('does not come to its end')]);
  await started.stop();
});

test('with a server that keeps its own log, rounds copy files', async () => {
  await putBase();
  const { files, rounds: started } = start({ log: null, line: async () => 'without a backup' });
  expect(started.copiedUpTo()).toBeNull();
  expect(files).not.toHaveBeenCalled();
  await started.stop();
  expect(await keptPieces(store)).toEqual([]);
});
