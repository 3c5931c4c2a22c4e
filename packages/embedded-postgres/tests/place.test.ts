import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { orchardMachine } from './orchard.ts';
import {
  asRoot,
  closedFolder,
  countRows,
  openFolder,
  ordinaryUser,
  runningServer,
  start,
  startProgram,
  TIMEOUT,
  urlOf,
  writeRows,
} from './support.ts';

const limits = { timeout: TIMEOUT };

/** The package as npm leaves it when it held the install script back: without the links between libraries. */
const packageWithoutLinks = (folder: string): string => {
  const copy = join(folder, 'package');
  cpSync(orchardMachine().packageDir, copy, {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a'),
  });
  return copy;
};

test.runIf(asRoot)('root’s server runs as an unprivileged account', limits, async () => {
  const folder = openFolder();
  await start(folder);
  expect(statSync(`/proc/${runningServer(join(folder, 'postgres'))}`).uid).toBe(ordinaryUser?.uid);
  expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700);
  expect(statSync(folder).uid).toBe(0);
});

test('an ordinary user starts it again and again, and so does root in between', { ...limits, tags: ['proof'] }, async () => {
  const folder = openFolder(ordinaryUser);
  const first = startProgram(folder, { account: ordinaryUser });
  await writeRows(await urlOf(first));
  expect(await first.end()).toBe(0);

  const database = await start(folder);
  expect(await countRows(database.url)).toEqual({ n: 1000 });
  await database.stop();

  const again = startProgram(folder, { account: ordinaryUser });
  expect(await countRows(await urlOf(again))).toEqual({ n: 1000 });
});

test.runIf(asRoot)('a database of another user is refused with a message', limits, async () => {
  const folder = openFolder();
  await (await start(folder)).stop();
  const other = { uid: 1, gid: 1 };
  for (const path of [folder, join(folder, 'orchard.lock')]) {
    chownSync(path, other.uid, other.gid);
  }
  const { refused } = await startProgram(folder, { account: other }).outcome;
  expect(refused).toBe(
    `The database in ${join(folder, 'postgres')} belongs to another user (number ${ordinaryUser?.uid}). ` +
      'Start Orchard as that user or as root, or set ORCHARD_DIR to another folder.',
  );
});

test.runIf(asRoot)(
  'below a closed folder root keeps the database and a copy of the programs elsewhere, for good',
  { ...limits, tags: ['proof'] },
  async () => {
    const closed = closedFolder();
    const shared = join(openFolder(), 'shared');
    const dataDir = join(closed, 'app', 'data');
    const packageDir = packageWithoutLinks(closed);

    const first = await start(dataDir, { sharedPlaces: [shared], packageDir });
    const home = readFileSync(join(dataDir, 'postgres-is-elsewhere.txt'), 'utf8').trim();
    expect(home.startsWith(`${shared}/`)).toBe(true);
    expect(first.said[0]).toBe(
      `${dataDir} is closed to the user that PostgreSQL runs as when started by root: the database is in ${home}.`,
    );
    expect(readdirSync(home).filter((name) => name.startsWith('binaries-'))).toHaveLength(1);
    await writeRows(first.url);
    await first.stop();
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

    // Whatever would be chosen now, and wherever the folder has moved.
    const moved = join(closed, 'moved');
    renameSync(dataDir, moved);
    const second = await start(moved, { sharedPlaces: [join(openFolder(), 'other')] });
    expect(await countRows(second.url)).toEqual({ n: 1000 });

    // A copy of the folder leads to the same database.
    const copied = join(closed, 'copied');
    cpSync(moved, copied, { recursive: true });
    await expect(start(copied)).rejects.toThrow(`Another Orchard (process ${process.pid}) is already using the folder ${home}`);
    await second.stop();

    rmSync(home, { recursive: true });
    await expect(start(moved)).rejects.toThrow(
      `The database of ${moved} was in ${home} and is no longer there. Bring that folder back, or delete ${moved}/postgres-is-elsewhere.txt`,
    );
  },
);

test.runIf(asRoot)('a folder that was closed after the database was created in it is refused, not started empty', limits, async () => {
  const parent = openFolder();
  const dataDir = join(parent, 'data');
  await (await start(dataDir)).stop();
  chmodSync(parent, 0o700);
  await expect(start(dataDir)).rejects.toThrow(`The database is in ${dataDir}/postgres, which is closed to the user that it runs as`);
});

test('missing links between the libraries are created if the package is ours', { ...limits, tags: ['proof'] }, async () => {
  const packageDir = packageWithoutLinks(openFolder());
  const library = join(packageDir, 'native', 'lib', 'libpq.so.5');
  expect(existsSync(library)).toBe(false);
  const dataDir = openFolder();
  await start(dataDir, { packageDir });
  expect(lstatSync(library).isSymbolicLink()).toBe(true);
  // They run where they are; those kept for a later major version are hard links to the same files.
  const kept = readdirSync(join(dataDir, 'postgres')).find((name) => name.startsWith('binaries-')) ?? '';
  const program = join('native', 'bin', 'postgres');
  expect(statSync(join(dataDir, 'postgres', kept, program)).ino).toBe(statSync(join(packageDir, program)).ino);
});

test.runIf(asRoot)(
  'missing links in a package that is closed to us: the binaries are copied and linked there',
  { ...limits, tags: ['proof'] },
  async () => {
    const packageDir = packageWithoutLinks(openFolder());
    const dataDir = openFolder(ordinaryUser);
    await urlOf(startProgram(dataDir, { account: ordinaryUser, machine: { packageDir } }));
    expect(existsSync(join(packageDir, 'native', 'lib', 'libpq.so.5'))).toBe(false);
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('binaries-'))).toHaveLength(1);
  },
);

test('a path too long for a socket gets a short folder for it', { ...limits, tags: ['proof'] }, async () => {
  const dataDir = join(openFolder(), 'a-folder-with-a-long-name-'.repeat(4), 'and-another-one-below-it');
  const database = await start(dataDir);
  const socket = new URL(database.url).searchParams.get('host') ?? '';
  expect(socket.startsWith(dataDir)).toBe(false);
  expect(statSync(socket).mode & 0o777).toBe(0o700);
  await writeRows(database.url);
  expect(await countRows(database.url)).toEqual({ n: 1000 });
  await database.stop();
  expect(existsSync(socket)).toBe(false);
});

test('a database of another major version is refused with a message, untouched', limits, async () => {
  const folder = openFolder();
  await (await start(folder)).stop();
  const cluster = join(folder, 'postgres', 'cluster');
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
  await expect(start(folder)).rejects.toThrow(
    `The database in ${cluster} was made by PostgreSQL 17, and this Orchard comes with PostgreSQL 18. ` +
      'To carry it over, the programs of PostgreSQL 17 are needed once, and they are not there.',
  );
  expect(readFileSync(join(cluster, 'PG_VERSION'), 'utf8')).toBe('17\n');
});

test.runIf(asRoot)('links in a folder of another user do not redirect root', { ...limits, tags: ['proof'] }, async () => {
  const folder = openFolder();
  const precious = join(openFolder(), 'precious');
  writeFileSync(precious, 'precious');
  await (await start(folder)).stop();
  for (const path of [join(folder, 'orchard.lock'), join(folder, 'postgres', 'server.log')]) {
    rmSync(path);
    symlinkSync(precious, path);
  }
  await expect(start(folder)).rejects.toThrow(`The folder ${folder} cannot be used: too many symbolic links encountered (ELOOP)`);
  rmSync(join(folder, 'orchard.lock'));
  await start(folder);
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  expect(statSync(precious).uid).toBe(0);
});
