import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { query } from '../../packages/embedded-postgres/tests/support.ts';
import { type Program, startProgram } from '../support/program.ts';
import { databaseUrl, type Office, openOffice, readiness } from './office.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

// The built program, whose DATA_DIR is a disk of its own that really fills.

vi.setConfig({ testTimeout: 180_000 });

const MIB = 1_048_576;
const SIZE_MB = 360;

const folder = mkdtempSync(join(tmpdir(), 'headland-full-'));
let disk: SmallDisk | undefined;
let program: Program;
let office: Office;

const start = (): Promise<Program> => startProgram({ DATA_DIR: folder, BACKUP_AT: 'off' });

beforeAll(async () => {
  chmodSync(folder, 0o755);
  disk = mountSmallDisk(folder, SIZE_MB);
  if (disk) {
    program = await start();
    office = await openOffice(program);
  }
});
afterAll(async () => {
  if (disk) {
    await program.end('SIGKILL');
    disk.remove();
  }
  rmSync(folder, { recursive: true, force: true });
});

/** The disk, and a way to tell that nothing was lost. */
const onDisk = (): SmallDisk => {
  if (!disk) {
    throw new Error('There is no disk.');
  }
  return disk;
};
const expectAllThere = async (): Promise<void> => {
  const there = await office.read();
  expect([...office.acknowledged].filter(([id, name]) => there.get(id) !== name)).toEqual([]);
};
const refusal = async (): Promise<number> => (await office.write()).status;

test('a disk that fills refuses what is to be saved, keeps what was, and takes up again by itself', async ({ skip }) => {
  skip(!disk, 'no disk can be mounted');
  for (let count = 0; count < 20; count += 1) {
    expect(await office.write()).toMatchObject({ status: 201 });
  }
  expect(await readiness(program)).not.toBe('degraded');
  onDisk().fillTo(60 * MIB);
  await expect.poll(refusal).toBe(507);
  const { headers, body } = await office.write();
  expect(headers.get('retry-after')).toBe('60');
  expect(body).toMatchObject({ code: 'no_room' });
  expect(await readiness(program)).toBe('degraded');
  await expectAllThere();
  const [first] = office.acknowledged.keys();
  expect(await office.call('DELETE', `customers/${first}`)).toMatchObject({ status: 204 });
  office.acknowledged.delete(first ?? 0);

  onDisk().makeRoom();
  await expect.poll(refusal).toBe(201);
  expect(await readiness(program)).not.toBe('degraded');
  await expectAllThere();
});

test('taken to the last byte by another program, it may end, and with room everything is there again', async ({ skip }) => {
  skip(!disk, 'no disk can be mounted');
  onDisk().fillTo(0);
  await expect.poll(refusal).toBe(507);
  await expectAllThere();
  // What is laid out for its log is used up: PostgreSQL has to end itself.
  const log = `select pg_switch_wal(), pg_logical_emit_message(false, 'test', 'something', true)`;
  await expect(
    (async () => {
      for (;;) {
        await query(databaseUrl(folder), log);
      }
    })(),
  ).rejects.toThrow(/No space left on device/);
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain('No space left on device');
  await expect(start()).rejects.toThrow(/No space left on device|ENOSPC/);

  onDisk().makeRoom();
  program = await start();
  office.moveTo(program);
  await expectAllThere();
  expect(await refusal()).toBe(201);
});
