import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { type FolderLock, lockByName, lockFolder } from '../src/folder-lock.ts';
import { ORCHARD } from './orchard.ts';
import { countRows, isAlive, openFolder, runningServer, start, startProgram, TIMEOUT, until, urlOf, writeRows } from './support.ts';

const settle = async (attempts: readonly Promise<FolderLock>[]): Promise<{ won: FolderLock[]; refused: string[] }> => {
  const outcomes = await Promise.allSettled(attempts);
  return {
    won: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    refused: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : [])),
  };
};

test('a second program on the folder is refused with a message, and the first goes on undisturbed', { timeout: TIMEOUT }, async () => {
  const folder = openFolder();
  const first = startProgram(folder);
  const url = await urlOf(first);
  await writeRows(url);
  const server = runningServer(join(folder, 'postgres'));

  const expected =
    `Another Orchard (process ${first.pid}) is already using the folder ${folder}: ` +
    'stop it first, or set ORCHARD_DIR to another folder for this one.';
  await expect(start(folder)).rejects.toThrow(expected);
  expect(await startProgram(folder).outcome).toEqual({ refused: expected });

  expect(runningServer(join(folder, 'postgres'))).toBe(server);
  expect(await countRows(url)).toEqual({ n: 1000 });
  expect(await first.end()).toBe(0);
  expect(await countRows((await start(folder)).url)).toEqual({ n: 1000 });
});

test(
  'of two programs that start on an empty folder at the same moment, one runs and one is refused',
  { tags: ['proof'], timeout: TIMEOUT },
  async () => {
    const folder = openFolder();
    const outcomes = await Promise.all([startProgram(folder), startProgram(folder)].map((program) => program.outcome));
    expect(outcomes.filter(({ url }) => url !== undefined)).toHaveLength(1);
    expect(outcomes.filter(({ refused }) => refused?.includes('is already using the folder'))).toHaveLength(1);
  },
);

test('of many that try to lock a folder at once, one gets it, however often', { timeout: TIMEOUT }, async () => {
  const folder = openFolder();
  for (let round = 0; round < 5; round += 1) {
    const { won, refused } = await settle(Array.from({ length: 12 }, () => lockFolder(folder, ORCHARD)));
    expect(won).toHaveLength(1);
    expect(refused).toHaveLength(11);
    won[0]?.release();
  }
});

test('a lock file with the number of a living program does not block a start', { timeout: TIMEOUT }, async () => {
  const folder = openFolder();
  writeFileSync(join(folder, 'orchard.lock'), `${process.ppid}\n`);
  const lock = await lockFolder(folder, ORCHARD);
  expect(readFileSync(join(folder, 'orchard.lock'), 'utf8')).toBe(`${process.pid}\n`);
  lock.release();
});

test('the lock ends with a program that is killed', { timeout: TIMEOUT }, async () => {
  const folder = openFolder();
  const program = startProgram(folder);
  await urlOf(program);
  await expect(lockFolder(folder, ORCHARD)).rejects.toThrow('is already using');
  program.child.kill('SIGKILL');
  await until('the program is gone', () => !isAlive(program.pid));
  (await lockFolder(folder, ORCHARD)).release();
});

test('the lock by name, for systems without file locks, is exclusive and can be taken again', async () => {
  const name = `orchard-test-${process.pid}`;
  const first = await lockByName(name);
  expect(first).toBeDefined();
  expect(await lockByName(name)).toBeUndefined();
  first?.release();
  await until('the name is free', async () => {
    const again = await lockByName(name);
    again?.release();
    return again !== undefined;
  });
});
