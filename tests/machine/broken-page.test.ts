import { chmodSync, closeSync, mkdtempSync, openSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { query } from '../../packages/embedded-postgres/tests/support.ts';
import { type Program, removeFolder, startProgram } from '../support/program.ts';
import { databaseUrl, type Office, openOffice, readiness } from './office.ts';

// The built program, whose table of customers has rotted on the disk while it did not run.

vi.setConfig({ testTimeout: 180_000 });

const PAGE_BYTES = 8192;

const folder = mkdtempSync(join(tmpdir(), 'headland-rotten-'));
let program: Program;
let hit: Office;
let spared: Office;

const start = (): Promise<Program> => startProgram({ DATA_DIR: folder, BACKUP_AT: 'off' });

/** Turns every bit of some bytes in the middle of a file's first page. */
const flipBits = (path: string): void => {
  const file = openSync(path, 'r+');
  const bytes = Buffer.alloc(64);
  try {
    readSync(file, bytes, 0, bytes.length, PAGE_BYTES - 512);
    writeSync(
      file,
      bytes.map((byte) => byte ^ 0xff),
      0,
      bytes.length,
      PAGE_BYTES - 512,
    );
  } finally {
    closeSync(file);
  }
};

beforeAll(async () => {
  chmodSync(folder, 0o755);
  program = await start();
  hit = await openOffice(program, 'dana@example.com');
  spared = await openOffice(program, 'luis@example.com');
  // Enough that the second organization's rows lie in other pages.
  for (const office of [hit, spared]) {
    for (let count = 0; count < 80; count += 1) {
      await office.write();
    }
  }
  const [row] = (await query(databaseUrl(folder), `select pg_relation_filepath('customers') as path`)) as { path: string }[];
  await program.end('SIGTERM');
  flipBits(join(folder, 'postgres', 'cluster', row?.path ?? ''));
  program = await start();
  hit.moveTo(program);
  spared.moveTo(program);
});
afterAll(async () => {
  await program.end('SIGKILL');
  await removeFolder(folder);
});

test('requests that need it are told what has happened, and everyone else goes on', async () => {
  expect(await readiness(program)).not.toBe('degraded');
  const answer = await hit.call('GET', 'customers');
  expect(answer).toMatchObject({
    status: 500,
    body: { code: 'internal', detail: expect.stringMatching(/can.t be read.* restore the last backup/) },
  });
  expect(await hit.call('GET', 'employees')).toMatchObject({ status: 200 });
  expect(await spared.write()).toMatchObject({ status: 201 });
  expect([...(await spared.read()).keys()].toSorted((a, b) => a - b)).toEqual([...spared.acknowledged.keys()]);
});

test('the operator is told once, with the table and what to do', async () => {
  await hit.call('GET', 'customers');
  await expect.poll(() => readiness(program)).toBe('degraded');
  const { concerns } = (await (await fetch(`${program.url}/api/ready`)).json()) as { concerns: unknown };
  expect(concerns).toContainEqual({
    kind: 'corrupted',
    level: 'degraded',
    message: expect.stringMatching(/block 0 of relation "?base\/\d+\/\d+"? \(customers\)\. .*npm run restore/),
  });
  expect(program.output().match(/A part of the data on the disk cannot be read/g)).toHaveLength(1);
});
