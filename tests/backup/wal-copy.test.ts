import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { BackupStore } from '#server/backup/store.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { copyWal, createWalCopier } from '#server/backup/wal/copy-wal.ts';
import { assembleWal } from '#server/backup/wal/assemble-wal.ts';
import { reaches, span } from '#server/backup/wal/log-pieces.ts';
import { parseLsn, SEGMENT_BYTES, segmentName, segmentStart } from '#server/backup/wal/lsn.ts';
import { ensureSlot } from '#server/backup/wal/slot.ts';
import { heldFrom, type Installation, keptPieces, LINE, openInstallation, switchSegment, writeBale } from './wal-support.ts';

let installation: Installation;
let store: BackupStore;
let bale = 0;

beforeAll(async () => {
  // Little is held, so that a slot is soon lost; and nothing thrown away unless a test says so, which compares with what the server has.
  installation = await openInstallation({ max_slot_wal_keep_size: '64MB', checkpoint_timeout: '1h' });
});
afterAll(() => installation.close());

let stores = 0;
beforeEach(async () => {
  stores += 1;
  store = folderStore(installation.folder(`store-${stores}`));
  await installation.db.query({ text: 'select pg_drop_replication_slot(slot_name) from pg_replication_slots', values: [] });
});

const copying = (given: { store?: BackupStore; now?: () => Date } = {}) => ({ ...installation.copying, store, ...given });
const write = () => writeBale(installation, (bale += 1));
const checkpoint = () => installation.db.query({ text: 'checkpoint', values: [] });

/** The segments from the place on as the server has them, and as the store's pieces make them up. */
const bothLogs = async (start: string, end: string) => {
  const into = installation.folder(`laid-${stores}`);
  await assembleWal({ store, line: LINE, start, into });
  const logs: { name: string; server: Buffer; laid: Buffer }[] = [];
  for (let at = segmentStart(parseLsn(start)); at < parseLsn(end); at += SEGMENT_BYTES) {
    const name = segmentName(1, at);
    const length = Math.min(SEGMENT_BYTES, parseLsn(end) - at);
    const laid = readFileSync(join(into, name));
    expect(laid).toHaveLength(SEGMENT_BYTES);
    expect(laid.subarray(length).every((byte) => byte === 0)).toBe(true);
    logs.push({ name, server: readFileSync(join(installation.pgWal, name)).subarray(0, length), laid: laid.subarray(0, length) });
  }
  return logs;
};

test('the pieces of several rounds make up the very bytes of the log, and the slot lets go of what was copied', async () => {
  expect(await ensureSlot(installation.db)).toBe('made');
  expect(await ensureSlot(installation.db)).toBe('held');
  const start = (await heldFrom(installation)) ?? '';
  await write();
  await copyWal(copying());
  await write();
  await switchSegment(installation);
  await switchSegment(installation);
  await write();
  const { end, hasGap } = await copyWal(copying());

  expect(hasGap).toBe(false);
  expect(await keptPieces(store)).toHaveLength(4);
  const logs = await bothLogs(start, end);
  expect(logs).toHaveLength(3);
  for (const { server, laid } of logs) {
    expect(laid.equals(server)).toBe(true);
  }
  expect(await heldFrom(installation)).toBe(end);
  expect((await span(store, LINE, start)).end).toBe(end);
});

test('a round in which nothing was written makes one query, puts nothing and knows the moment', async () => {
  await ensureSlot(installation.db);
  await write();
  const asked: string[] = [];
  let now = new Date('2026-03-01T23:00:00Z');
  const looked = vi.fn<BackupStore['list']>((prefix) => store.list(prefix));
  const copier = createWalCopier({
    ...copying({ now: () => now, store: { ...store, list: looked } }),
    db: {
      ...installation.db,
      query: (statement) => {
        asked.push(statement.text);
        return installation.db.query(statement);
      },
    },
  });
  await copier.copy();
  const before = await keptPieces(store);
  asked.length = 0;
  looked.mockClear();

  now = new Date('2026-03-02T05:00:00Z');
  const idle = await copier.copy();
  expect(idle).toMatchObject({ bytes: 0, copiedUpTo: now });
  expect(await keptPieces(store)).toEqual(before);
  expect(asked).toHaveLength(1);
  expect(looked).not.toHaveBeenCalled();

  // The next piece says it for later readers.
  await write();
  now = new Date('2026-03-02T06:00:00Z');
  await copier.copy();
  expect((await span(store, LINE, idle.end)).to).toEqual(now);
});

test('killed between the pieces and the slot, the next copy has everything and no gap', async () => {
  await checkpoint();
  await ensureSlot(installation.db);
  const start = (await heldFrom(installation)) ?? '';
  await write();
  await switchSegment(installation);
  await switchSegment(installation);
  await write();
  // Three segments, and so three puts, each of which is the last thing that a copy does.
  const dying: BackupStore = {
    ...store,
    put: async (name, bytes) => {
      await store.put(name, bytes);
      throw new Error('killed');
    },
  };
  for (const isLast of [false, false, true]) {
    await expect(copyWal(copying({ store: dying }))).rejects.toThrow('killed');
    expect(await heldFrom(installation)).toBe(start);
    // What is not held may be gone now.
    await checkpoint();
    // Only the last piece says a moment, for without it nobody knows what is missing.
    expect((await span(store, LINE, start)).to !== null).toBe(isLast);
  }
  const { end, hasGap } = await copyWal(copying());
  expect(hasGap).toBe(false);
  for (const { server, laid } of await bothLogs(start, end)) {
    expect(laid.equals(server)).toBe(true);
  }
});

test('two that copy at once leave no gap and no error', async () => {
  await ensureSlot(installation.db);
  const start = (await heldFrom(installation)) ?? '';
  const [one, other] = [createWalCopier(copying()), createWalCopier(copying())];
  for (let round = 0; round < 5; round += 1) {
    await write();
    await (round === 2 ? switchSegment(installation) : undefined);
    await Promise.all([one.copy(), write().then(() => other.copy())]);
  }
  const { end } = await copyWal(copying());
  expect(await span(store, LINE, start)).toMatchObject({ end, gap: null });
  for (const { server, laid } of await bothLogs(start, end)) {
    expect(laid.equals(server)).toBe(true);
  }
});

test('a slot that exceeded its limit is reported, made again, and the gap is named', async () => {
  await ensureSlot(installation.db);
  const start = (await heldFrom(installation)) ?? '';
  await write();
  const { end } = await copyWal(copying());
  for (let segment = 0; segment < 8; segment += 1) {
    await switchSegment(installation);
  }
  await checkpoint();

  expect(await heldFrom(installation)).toBeNull();
  const after = await copyWal(copying());
  expect(after.hasGap).toBe(true);
  expect((await copyWal(copying())).hasGap).toBe(false);
  expect(await heldFrom(installation)).toBe(after.end);

  const broken = await span(store, LINE, start);
  expect(broken).toMatchObject({ end, gap: { from: end } });
  expect(reaches(broken, end)).toBe(true);
  expect(reaches(broken, after.end)).toBe(false);
  const into = installation.folder('laid-broken');
  const { from, to } = broken.gap ?? { from: '', to: '' };
  await expect(assembleWal({ store, line: LINE, start, into, until: after.copiedUpTo })).rejects.toThrow(
    `The write-ahead log in ${store.place} lacks what was written from ${from} to ${to}`,
  );
  // From behind it everything is whole, and up to it as well.
  expect(await span(store, LINE, to)).toMatchObject({ end: after.end, gap: null });
  expect(await assembleWal({ store, line: LINE, start, into })).toMatchObject({ end });
});

test('a backup into another folder has the log it needs, and the slot stays for the own one', async () => {
  await ensureSlot(installation.db);
  await copyWal(copying());
  const other = folderStore(installation.folder('other'));
  await installation.db.transaction(async (session) => {
    // What a backup does, so that nothing is deleted while it runs.
    await session.query({ text: `select pg_create_physical_replication_slot('for_this_backup', true, true)`, values: [] });
    const [begun] = await session.query<{ lsn: string }>({ text: 'select pg_current_wal_flush_lsn()::text as lsn', values: [] });
    const start = begun?.lsn ?? '';
    await write();
    await switchSegment(installation);
    // A round of the program, after which the slot retains nothing of it.
    const { end: held } = await copyWal(copying());
    await write();
    const { end } = await copyWal({ ...copying({ store: other }), from: start, upTo: start, advance: false });
    expect(await span(other, LINE, start)).toMatchObject({ end, gap: null });
    const slots = await session.query({ text: 'select restart_lsn::text as held from pg_replication_slots', values: [] });
    expect(slots).toHaveLength(2);
    expect(slots).toContainEqual({ held });
  });
});

test('a piece that is damaged is named', async () => {
  await ensureSlot(installation.db);
  const start = (await heldFrom(installation)) ?? '';
  await write();
  await copyWal(copying());
  const [name = ''] = await keptPieces(store);
  const into = installation.folder('laid-damaged');
  const bytes = readFileSync(join(store.place, name));
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(bytes.readUInt8(bytes.length - 8) ^ 1, bytes.length - 8);
  for (const wrong of [bytes.subarray(0, -20), flipped]) {
    const damaged: BackupStore = { ...store, open: async () => Readable.from([wrong]) };
    await expect(assembleWal({ store: damaged, line: LINE, start, into })).rejects.toThrow(
      `${name} in ${store.place} is damaged or missing`,
    );
  }
});
