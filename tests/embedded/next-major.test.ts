import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headlandMachine, startOwnDatabase } from '#server/db/embedded.ts';
import { findLogLine } from '#server/data/backup-facts.ts';
import { fillDatabase } from '#server/db/copy/fill.ts';
import { withSnapshot } from '#server/db/copy/snapshot.ts';
import { migrateTo } from '#server/db/migrate-to.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { catalogueOf, contentOf, fillEverything, quiet, sequencesOf } from '#tests/backup/tables-field.ts';
import { earlierMajor } from '#tests/support/other-major.ts';
import { becomeFormer, FORMER_WHOLE } from '#tests/support/former-chain.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { openFolder, type Program, query, runningServer, TIMEOUT, until, urlOf } from '../../packages/embedded-postgres/tests/support.ts';
import { start, startProgram } from './support.ts';

const found = earlierMajor();
const earlier = { packageDir: found ?? '' };
const limits = { timeout: 4 * TIMEOUT };

const homeOf = (dataDir: string): string => join(dataDir, 'postgres');
const namesIn = (dataDir: string, prefix: string): string[] => readdirSync(homeOf(dataDir)).filter((name) => name.startsWith(prefix));
const majorIn = (dataDir: string, cluster = 'cluster'): string => readFileSync(join(homeOf(dataDir), cluster, 'PG_VERSION'), 'utf8').trim();
const copyOf = (folder: string): string => {
  const copy = join(openFolder(), 'data');
  execFileSync('cp', ['-a', folder, copy]);
  return copy;
};
/** Kills the program and returns when it is gone. */
const killed = async ({ child }: Program): Promise<void> => {
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await ended;
  }
};

/** Where the old one is kept. */
const BEFORE = 'cluster.before-18';

/** Migrates the folder and resets it to the moment between the two renames; returns its home. */
const betweenRenames = async (dataDir: string): Promise<string> => {
  const home = homeOf(dataDir);
  await (await start(dataDir)).stop();
  mkdirSync(join(home, 'upgraded-18'));
  renameSync(join(home, 'cluster'), join(home, 'upgraded-18', 'cluster'));
  return home;
};

describe.skipIf(found === undefined)('a folder of PostgreSQL 17', () => {
  let folder: string;
  /** Stopped, with rows of everything. */
  let model: string;
  let content: Record<string, string>;
  let sequences: readonly object[];
  let catalogue: string[];

  beforeAll(async () => {
    const testApp = await createTestApp();
    await fillEverything(testApp);
    folder = mkdtempSync(join(tmpdir(), 'headland-major-'));
    chmodSync(folder, 0o755);
    model = join(folder, 'data');
    const server = await startOwnDatabase({ dataDir: model, say: quiet, durable: false }, { ...headlandMachine(), ...earlier });
    await withSnapshot(testApp.db.url, (rows) => fillDatabase(server.url, rows, { say: quiet, what: 'It' }));
    await testApp.close();
    await query(server.url, `update installation set system_identifier = 'old', timeline = '00000001', database_oid = 1, table_oid = 1`);
    [content, sequences, catalogue] = [await contentOf(server.url), await sequencesOf(server.url), await catalogueOf(server.url)];
    await server.stop();
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** As `contentOf`, but for what the carrying over itself changes: whose the epoch is. */
  const withoutInstallation = (all: Record<string, string>) => ({ ...all, installation: '' });
  const epochIn = async (url: string) =>
    (await query(url, 'select epoch, system_identifier, timeline, database_oid, table_oid from installation'))[0] as object;

  const lineOf = async (url: string): Promise<string> => {
    const database = openDatabase(url, quiet);
    try {
      return await findLogLine(database);
    } finally {
      await database.close();
    }
  };

  const expectAll = async (url: string): Promise<void> => {
    expect(withoutInstallation(await contentOf(url))).toEqual(withoutInstallation(content));
    expect(await sequencesOf(url)).toEqual(sequences);
  };

  test('is carried over with all rows, numbers and keys, under the same epoch, and the old one is kept', limits, async () => {
    const dataDir = copyOf(model);
    const before = await start(dataDir, earlier);
    const epoch = await epochIn(before.url);
    const line = await lineOf(before.url);
    await before.stop();

    const after = await start(dataDir);
    const { url, said } = after;
    expect(said.join('\n')).toMatch(
      /made by PostgreSQL 17\. It is carried over to PostgreSQL 18.*\n.*All [\d,]+ rows of \d+ tables are carried over\.\n.*kept/,
    );
    expect(await query(url, 'show server_version')).toEqual([{ server_version: expect.stringMatching(/^18\./) as string }]);
    await expectAll(url);
    expect(await catalogueOf(url)).toEqual(catalogue);
    // Nothing was lost, so the next opening takes the cluster for the same one and no id leaps.
    expect(await epochIn(url)).toEqual({
      ...epoch,
      system_identifier: null,
      timeline: null,
      database_oid: null,
      table_oid: null,
    });
    // Its write-ahead log starts over, and must not be mistaken for the rest of the old one.
    expect(await lineOf(url)).not.toBe(line);
    await after.stop();

    expect([majorIn(dataDir), majorIn(dataDir, BEFORE)]).toEqual(['18', '17']);
    expect(namesIn(dataDir, 'upgrade')).toEqual([]);
    expect(
      namesIn(dataDir, 'binaries-')
        .map((name) => name.slice(0, 11))
        .toSorted(),
    ).toEqual(['binaries-17', 'binaries-18']);

    rmSync(join(homeOf(dataDir), BEFORE), { recursive: true });
    const again = await start(dataDir);
    expect(again.said).toEqual([]);
    expect(namesIn(dataDir, 'binaries-').map((name) => name.slice(0, 11))).toEqual(['binaries-18']);
  });

  test('which was not closed properly is repaired by its own programs first', limits, async () => {
    const dataDir = copyOf(model);
    const program = startProgram(dataDir, { machine: earlier });
    await query(await urlOf(program), `insert into users (email, email_key) values ('late@example.com', 'late@example.com')`);
    const server = runningServer(homeOf(dataDir));
    process.kill(server, 'SIGKILL');
    await killed(program);
    const { url } = await start(dataDir);
    expect(await query(url, `select email from users where email_key = 'late@example.com'`)).toHaveLength(1);
  });

  test('with tables from before the first release is migrated and taken over', { ...limits, tags: ['proof'] }, async () => {
    const dataDir = join(openFolder(), 'data');
    const old = await start(dataDir, earlier);
    const first = openDatabase(old.url, quiet);
    await migrateTo(first, { count: 1, last: '' });
    await first.query({ text: `insert into users (email, email_key) values ('a@example.com', 'a@example.com')`, values: [] });
    await first.close();
    await becomeFormer(old.url, FORMER_WHOLE);
    await old.stop();
    const { url } = await start(dataDir);
    const carried = openDatabase(url, quiet);
    await migrate(carried);
    expect(await carried.query({ text: 'select email from users', values: [] })).toEqual([{ email: 'a@example.com' }]);
    await carried.close();
  });

  test('without a table yet becomes one of PostgreSQL 18 without a table', limits, async () => {
    const dataDir = join(openFolder(), 'data');
    await (await start(dataDir, earlier)).stop();
    const { url } = await start(dataDir);
    expect(await contentOf(url)).toEqual({});
    expect(majorIn(dataDir)).toBe('18');
  });

  test('carried over by a program that is killed again and again is there, whole, in the end', { ...limits, tags: ['proof'] }, async () => {
    const dataDir = copyOf(model);
    const kill = async (when: (said: readonly string[]) => Promise<unknown>) => {
      const program = startProgram(dataDir);
      await when(program.said);
      await killed(program);
    };
    const saying = (words: string) => (said: readonly string[]) =>
      until(`it says ${words}`, () => said.some((line) => line.includes(words)), 60_000);
    await kill(saying('It is carried over'));
    for (const delay of [200, 700, 1_400]) {
      // Within the second or two that it takes, wherever that is on this machine.
      await kill((said) => saying('It is carried over')(said).then(() => sleep(delay)));
    }
    const hasSwitched = namesIn(dataDir, BEFORE).length > 0;
    if (!hasSwitched) {
      await kill(saying('are carried over'));
    }
    const { url } = await start(dataDir);
    await expectAll(url);
    expect(majorIn(dataDir)).toBe('18');
    expect(majorIn(dataDir, BEFORE)).toBe('17');
    expect(namesIn(dataDir, 'upgrade')).toEqual([]);
  });

  test('and one killed between the two renames goes on with the new cluster', { ...limits, tags: ['proof'] }, async () => {
    const dataDir = copyOf(model);
    await betweenRenames(dataDir);
    const { url, said } = await start(dataDir);
    expect(said).toEqual([]);
    await expectAll(url);
    expect(namesIn(dataDir, 'upgrade')).toEqual([]);
  });

  test('a complete new cluster next to an old one that was written to since is made again', { ...limits, tags: ['proof'] }, async () => {
    const dataDir = copyOf(model);
    const home = await betweenRenames(dataDir);
    renameSync(join(home, BEFORE), join(home, 'cluster'));
    const old = await start(dataDir, earlier);
    await query(old.url, `insert into users (email, email_key) values ('since@example.com', 'since@example.com')`);
    await old.stop();
    const { url } = await start(dataDir);
    expect(await query(url, `select email from users where email_key = 'since@example.com'`)).toHaveLength(1);
  });

  test(
    'whose programs were not kept is refused with the command that brings them, and that helps',
    { ...limits, tags: ['proof'] },
    async () => {
      const dataDir = copyOf(model);
      for (const name of namesIn(dataDir, 'binaries-')) {
        rmSync(join(homeOf(dataDir), name), { recursive: true });
      }
      const refused = await start(dataDir).then(() => 'It started.', String);
      expect(refused).toMatch(/made by PostgreSQL 17.*comes with PostgreSQL 18.*Nothing was changed\./s);
      expect(majorIn(dataDir)).toBe('17');
      const command = /npm install .*/.exec(refused)?.[0] ?? '';
      execFileSync('/bin/sh', ['-c', command], { stdio: 'ignore' });
      const { url } = await start(dataDir);
      await expectAll(url);
    },
  );

  test('is not opened by binaries that someone copied over the kept ones', limits, async () => {
    const dataDir = copyOf(model);
    const [kept = ''] = namesIn(dataDir, 'binaries-17');
    const postgres = join('native', 'bin', 'postgres');
    rmSync(join(homeOf(dataDir), kept, postgres));
    execFileSync('cp', [join(headlandMachine().packageDir, postgres), join(homeOf(dataDir), kept, postgres)]);
    await expect(start(dataDir)).rejects.toThrow(/programs of PostgreSQL 17 are needed once/);
  });

  test('is not what a database of PostgreSQL 18 can be opened by', limits, async () => {
    const dataDir = join(openFolder(), 'data');
    await (await start(dataDir)).stop();
    await expect(start(dataDir, earlier)).rejects.toThrow(
      /made by PostgreSQL 18.*comes with PostgreSQL 17.*this Headland is the older one/,
    );
    expect(majorIn(dataDir)).toBe('18');
  });

  test('keeps programs as second names of the package’s own files, which npm can take away', limits, async () => {
    const packageDir = join(openFolder(), 'package');
    execFileSync('cp', ['-a', earlier.packageDir, packageDir]);
    const dataDir = join(openFolder(), 'data');
    await (await start(dataDir, { packageDir })).stop();
    const [kept = ''] = namesIn(dataDir, 'binaries-17');
    const postgres = join('native', 'bin', 'postgres');
    expect(statSync(join(homeOf(dataDir), kept, postgres)).ino).toBe(statSync(join(packageDir, postgres)).ino);
    rmSync(packageDir, { recursive: true });
    const { url } = await start(dataDir);
    expect(existsSync(join(homeOf(dataDir), BEFORE))).toBe(true);
    expect(await contentOf(url)).toEqual({});
  });
});
