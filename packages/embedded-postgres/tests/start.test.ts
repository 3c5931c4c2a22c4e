import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { asRoot, countRows, openFolder, ordinaryUser, query, runningServer, start, startProgram, TIMEOUT, writeRows } from './support.ts';

const limits = { timeout: TIMEOUT };

test('starts on an empty folder and keeps rows over stop and start, whatever the folder is called', limits, async () => {
  const dataDir = join(openFolder(), 'Müller & Söhne, "50%" data', 'below');
  const first = await start(dataDir, {}, { durable: true });
  expect(first.said).toEqual([`Making the database in ${join(dataDir, 'postgres')}: a few seconds, this once.`]);
  await writeRows(first.url);
  await first.stop();
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow('ENOENT');

  const second = await start(dataDir, {}, { durable: true });
  expect(second.said).toEqual([]);
  expect(await countRows(second.url)).toEqual({ n: 1000 });
});

test('the server has the settings that the program relies on, and those passed override them', limits, async () => {
  const { url } = await start(openFolder(), {}, { durable: true, settings: { max_connections: '7' } });
  const wanted = {
    max_connections: '7',
    random_page_cost: '1.1',
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    shared_buffers: '64MB',
    synchronous_commit: 'on',
    max_slot_wal_keep_size: '1GB',
    fsync: 'on',
    TimeZone: 'UTC',
    listen_addresses: '',
    server_encoding: 'UTF8',
    lc_collate: 'C',
  };
  const [collation] = await query(url, `SELECT datcollate FROM pg_database WHERE datname = 'orchard'`);
  expect(collation).toEqual({ datcollate: wanted.lc_collate });
  for (const [name, value] of Object.entries(wanted).filter(([key]) => key !== 'lc_collate')) {
    expect(await query(url, `SELECT '${name}' AS name, current_setting('${name}') AS value`)).toEqual([{ name, value }]);
  }
});

test.runIf(process.platform === 'linux')('the server gets none of our secrets', { ...limits, tags: ['proof'] }, async () => {
  process.env['ORCHARD_TEST_SECRET'] = 'not for the server';
  const folder = openFolder();
  await start(folder);
  delete process.env['ORCHARD_TEST_SECRET'];
  expect(readFileSync(`/proc/${runningServer(join(folder, 'postgres'))}/environ`, 'utf8')).not.toContain('ORCHARD_TEST_SECRET');
});

test(
  'text is sorted by code point and its case is known beyond ASCII, whatever the locale of the machine',
  { ...limits, tags: ['proof'] },
  async () => {
    const { url } = await start(openFolder(), {});
    const [row] = await query(url, "SELECT lower('ÄRGER ŁÓDŹ') AS lower, 'Łódź' ILIKE 'łÓdŹ' AS alike, 'Z' < 'a' AS \"byCodePoint\"");
    expect(row).toEqual({ lower: 'ärger łódź', alike: true, byCodePoint: true });
  },
);

test('on a port, as on Windows, it requires the password that it created', limits, async () => {
  const folder = openFolder();
  const database = await start(folder, { transport: 'port' });
  await writeRows(database.url);
  const stranger = new URL(database.url);
  stranger.password = 'guessed';
  await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await database.stop();
  expect(await countRows((await start(folder, { transport: 'port' })).url)).toEqual({ n: 1000 });
});

test('a server that does not start says why, and the folder is free again', limits, async () => {
  const folder = openFolder();
  await expect(start(folder, {}, { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /^The database did not start: PostgreSQL ended with exit code 1\.\n.*invalid value for parameter "shared_buffers": "plenty"/s,
  );
  await start(folder);
});

test('a data folder that is a file is refused with the reason', limits, async () => {
  const file = join(openFolder(), 'data');
  writeFileSync(file, '');
  await expect(start(file)).rejects.toThrow(
    `The folder ${file} cannot be made: file already exists (EEXIST). Set ORCHARD_DIR to a folder that can be written to.`,
  );
});

test.runIf(asRoot)('a data folder that is not writable is refused with the reason', limits, async () => {
  const folder = openFolder();
  const { refused } = await startProgram(folder, { account: ordinaryUser }).outcome;
  expect(refused).toBe(
    `The folder ${folder} cannot be used: permission denied (EACCES). Set ORCHARD_DIR to a folder that can be written to.`,
  );
});

test.runIf(asRoot)('a full disk is refused with what initdb said about it', limits, async (context) => {
  const folder = openFolder();
  // A mount that only the program sees and that ends with it.
  const within = ['unshare', '--mount', 'sh', '-c', `mount -t tmpfs -o size=8m,mode=755 tmpfs '${folder}' && exec "$0" "$@"`];
  const { refused } = await startProgram(folder, { within }).outcome;
  context.skip(refused?.includes('said nothing') === true, 'this machine lets nobody mount');
  expect(refused).toContain(`The database could not be made in ${folder}/postgres: initdb ended with exit code 1.\n`);
  expect(refused).toContain('No space left on device');
});
