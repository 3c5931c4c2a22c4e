import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copyWal } from '#server/backup/wal/copy-wal.ts';
import { assembleWal } from '#server/backup/wal/assemble-wal.ts';
import { span } from '#server/backup/wal/log-pieces.ts';
import { endedBeforeTarget, RECOVERY_SIGNAL, recoverySettings } from '#server/backup/wal/recovery.ts';
import { ensureSlot } from '#server/backup/wal/slot.ts';
import { startOwnDatabase } from '#server/db/embedded.ts';
import { openDatabase } from '#server/db/open.ts';
import { type Installation, LINE, openInstallation, takeBase, writeBale } from './wal-support.ts';

let installation: Installation;
let base: { start: string; stop: string };
/** When the backup was whole, after bale 2, and before and after others. */
let whole: Date;
const between = { 3: new Date(), 4: new Date() };
let last: Date;
let restores = 0;
/** The segments that the last restore had laid. */
let laid: string[];

const madeAt = async (id: number): Promise<Date> => {
  const [row] = await installation.db.query<{ madeAt: string }>({
    text: 'select made_at as "madeAt" from bales where id = $1',
    values: [id],
  });
  return new Date(row?.madeAt ?? '');
};

beforeAll(async () => {
  installation = await openInstallation();
  await ensureSlot(installation.db);
  await writeBale(installation, 1);
  base = await takeBase(installation, installation.folder('base'));
  await writeBale(installation, 2);
  ({ copiedUpTo: whole } = await copyWal({ ...installation.copying, upTo: base.stop }));
  // Every piece ends in the middle of a segment; one consists of two segments, and the last contains nothing written by anyone.
  await writeBale(installation, 3);
  await sleep(50);
  await writeBale(installation, 4);
  await copyWal(installation.copying);
  await installation.db.query({ text: 'select pg_switch_wal()', values: [] });
  await writeBale(installation, 5);
  await copyWal(installation.copying);
  await installation.db.query({ text: 'checkpoint', values: [] });
  ({ copiedUpTo: last } = await copyWal(installation.copying));
  between[3] = new Date((await madeAt(4)).getTime() - 25);
  between[4] = new Date((await madeAt(5)).getTime() - 1);
});
afterAll(async () => {
  await installation.close();
});

/** The bales of a database restored from the base and the log, by a real recovery. */
const restore = async (until?: Date): Promise<number[]> => {
  restores += 1;
  const dataDir = installation.folder(`restored-${restores}`);
  const cluster = join(dataDir, 'postgres', 'cluster');
  cpSync(installation.folder('base'), dataDir, { recursive: true });
  await assembleWal({ store: installation.store, line: LINE, start: base.start, into: join(cluster, 'pg_wal'), ...(until && { until }) });
  laid = readdirSync(join(cluster, 'pg_wal'));
  writeFileSync(join(cluster, RECOVERY_SIGNAL), '');
  const start = (moment?: Date) =>
    startOwnDatabase({ dataDir, say: () => undefined, durable: false, settings: recoverySettings(moment ? { until: moment } : {}) });
  const server = await start(until).catch((error: unknown) => {
    if (!endedBeforeTarget(error)) {
      throw error;
    }
    return start();
  });
  onTestFinished(() => server.stop());
  const db = openDatabase(server.url, () => undefined);
  onTestFinished(() => db.close());
  // It is a database to write into, on a history of its own.
  const rows = await db.query<{ id: number }>({ text: 'select id from bales order by id', values: [] });
  await db.query({ text: 'insert into bales (id) values (100)', values: [] });
  const [timeline] = await db.query({ text: 'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as name', values: [] });
  expect(timeline).toEqual({ name: '00000002' });
  return rows.map(({ id }) => id);
};

test('a recovery to the end has everything that was acknowledged before the last copy', async () => {
  expect(await restore()).toEqual([1, 2, 3, 4, 5]);
});

test('a recovery to a moment between two writes 50 ms apart has exactly the first', async () => {
  expect(await restore(between[3])).toEqual([1, 2, 3]);
});

const lastSegment = '000000010000000000000004';

test('a recovery to the moment of a backup fetches no more of the log than that takes', async () => {
  expect(await restore(whole)).toEqual([1, 2]);
  expect(laid).not.toContain(lastSegment);
  await restore();
  expect(laid).toContain(lastSegment);
});

test('a moment after which nothing was committed is the end of the log', async () => {
  const { to } = await span(installation.store, LINE, base.start);
  expect(to).toEqual(last);
  expect(await restore(new Date(last.getTime() - 1))).toEqual([1, 2, 3, 4, 5]);
  expect(await restore(between[4])).toEqual([1, 2, 3, 4]);
});
