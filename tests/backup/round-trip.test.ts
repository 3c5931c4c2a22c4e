import { existsSync } from 'node:fs';
import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readEveryTable } from '#server/data/backup-facts.ts';
import { lastRuns } from '#server/data/backup-runs.ts';
import { fileName, readManifests } from '#server/backup/manifest.ts';
import { dueToday, hashOfName, takeFiles } from '#server/backup/files.ts';
import { folderStore } from '#server/backup/store/folder-store.ts';
import { photoPath } from '#server/photo-folder.ts';
import { type Program, startProgram } from '../support/program.ts';
import { asking, backUp, command, type Company, foundCompany, rootFolder, sha256 } from './headland.ts';

// Several programs one after the other, each with databases of its own.
vi.setConfig({ testTimeout: 240_000 });

const root = rootFolder();
const dataDir = join(root.path, 'data');
const backups = join(root.path, 'data-backups');
const store = folderStore(backups);
const files: string[] = [];
/** Attached, and then lost or spoiled in the folder itself. */
const lost: string[] = [];

let headland: Program;
let company: Company;

beforeAll(async () => {
  headland = await startProgram({ DATA_DIR: dataDir });
  company = await foundCompany(headland.url);
  for (const text of ['one', 'two', 'three']) {
    files.push(await company.attach(headland.url, text));
  }
});

afterAll(async () => {
  await headland.end('SIGTERM');
  root.remove();
});

/** Writes customers one after the other until stopped; returns who was acknowledged, and when. */
const writing = () => {
  const acknowledged: { name: string; at: number }[] = [];
  const over = new AbortController();
  const done = (async () => {
    for (let number = 1; !over.signal.aborted; number += 1) {
      const name = `Customer ${number}`;
      await company.addCustomer(headland.url, name);
      acknowledged.push({ name, at: Date.now() });
    }
  })();
  return {
    acknowledged,
    stop: async () => {
      over.abort();
      await done;
    },
  };
};

const fileIn = (folder: string, name: string): string => join(folder, 'photos', photoPath(company.orgId, name));

const epochOf = (folder: string) =>
  asking(folder, async (db) => (await db.query<{ epoch: string }>({ text: 'select epoch from installation', values: [] }))[0]?.epoch);

const rowsOf = (folder: string) => asking(folder, (db) => readEveryTable(db, { deeply: true }));

test('what was acknowledged while a backup was made is there after a restore, with every file, and old sessions go on', async () => {
  const writer = writing();
  const said = await command({ DATA_DIR: dataDir }, 'backup');
  await writer.stop();
  expect(said).toMatch(/The backup \S+ is in .*3 attached files.*It was restored beside and counted\./);

  const restored = join(root.path, 'restored');
  expect(await command({ DATA_DIR: restored }, 'restore', '--from', backups)).toMatch(
    /Restored \S+ with everything up to .*3 attached files/,
  );
  for (const name of files) {
    expect(sha256(await readFile(fileIn(restored, name)))).toBe(hashOfName(name));
  }
  expect(await epochOf(restored)).not.toBe(await epochOf(dataDir));

  const again = await startProgram({ DATA_DIR: restored });
  try {
    const [manifest] = await readManifests(store);
    const sure = writer.acknowledged.filter(({ at }) => at < new Date(manifest?.completeAt ?? 0).getTime()).map(({ name }) => name);
    expect(sure.length).toBeGreaterThan(0);
    expect(await company.customers(again.url)).toEqual(expect.arrayContaining(sure));
    await company.addCustomer(again.url, 'The first after it');
  } finally {
    await again.end('SIGTERM');
  }
});

test('a second backup contains what changed, and restores to the same rows in every table', { tags: ['proof'] }, async () => {
  const first = await backUp(dataDir, store);
  await company.addCustomer(headland.url, 'One more');
  const second = await backUp(dataDir, store);
  expect(second.newBytes).toBeLessThan(second.bytes / 10);
  expect(second.manifest.rows['customers']).toBe((first.manifest.rows['customers'] ?? 0) + 1);

  const restored = join(root.path, 'restored-again');
  await command({ DATA_DIR: restored }, 'restore', '--from', backups, '--backup', second.manifest.name);
  const { backup_runs: ours, ...others } = await rowsOf(dataDir);
  const { backup_runs: theirs, ...rest } = await rowsOf(restored);
  expect(rest).toEqual(others);
  expect(theirs).toBe(ours);
});

test('a folder that contains an installation, or that a program uses, is refused; --replace moves aside what was there', async () => {
  const restored = join(root.path, 'restored');
  await expect(command({ DATA_DIR: dataDir }, 'restore', '--replace')).rejects.toThrow(/Another Headland .* is already using the folder/);
  await expect(command({ DATA_DIR: restored }, 'restore', '--from', backups)).rejects.toThrow(/holds an installation already.*--replace/);
  const namesIn = (folder: string) =>
    asking(folder, async (db) => {
      const rows = await db.query<{ name: string }>({ text: 'select business_name as name from customers', values: [] });
      return rows.map(({ name }) => name);
    });
  const before = await namesIn(restored);

  const said = await command({ DATA_DIR: restored }, 'restore', '--from', backups, '--replace');
  const [, cluster = ''] = /(\S+\/cluster\.before-[\w-]+)/.exec(said) ?? [];
  const [, photos = ''] = /(\S+\/photos\.before-[\w-]+)/.exec(said) ?? [];
  expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
  expect((await readdir(photos, { recursive: true })).filter((path) => path.endsWith('.pdf'))).toHaveLength(files.length);
  // What was written there since the first restore is only in what was put aside.
  const after = await namesIn(restored);
  expect(after).toEqual(expect.arrayContaining(before.filter((name) => name !== 'The first after it')));
  expect(after).not.toContain('The first after it');
});

test('the list of backups says what there is and which moments can be restored', async () => {
  const said = await command({ DATA_DIR: dataDir }, 'backups');
  expect(said).toMatch(/PostgreSQL 18 .* 3 files · verified/);
  expect(said).toMatch(/What can be restored, by the clock of this machine: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
});

test('a file that is missing from the folder, or was changed, is reported by its name, and the backup is good', async () => {
  const gone = await company.attach(headland.url, 'gone');
  const spoiled = await company.attach(headland.url, 'spoiled');
  lost.push(gone, spoiled);
  await rm(fileIn(dataDir, gone));
  const bytes = await readFile(fileIn(dataDir, spoiled));
  await writeFile(fileIn(dataDir, spoiled), bytes.fill(7, 10));

  const { warnings, manifest } = await backUp(dataDir, store);
  expect(warnings).toEqual([expect.stringMatching(/^2 attached files are missing or damaged: /)]);
  expect(warnings[0]).toContain(`${company.orgId}/${gone}`);
  expect(warnings[0]).toContain(`${company.orgId}/${spoiled}`);
  expect(manifest.verifiedAt).toBeDefined();
  expect(manifest.files.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
});

test('a sixteenth of the files in the backups is read again each day, and damaged ones are stored again', async () => {
  const [name = ''] = files;
  const path = join(backups, fileName(hashOfName(name)));
  const whole = await readFile(path);
  const source = { folder: join(dataDir, 'photos'), store };
  const take = (look: (hash: string) => boolean) => asking(dataDir, (db) => takeFiles({ ...source, db }, { look }));

  await writeFile(path, Buffer.from(whole).fill(7, 10));
  expect((await take((hash) => hash !== hashOfName(name))).written).toEqual([]);
  expect((await take((hash) => hash === hashOfName(name))).written).toEqual([hashOfName(name)]);
  expect((await readFile(path)).equals(whole)).toBe(true);

  const days = Array.from({ length: 16 }, (_, day) => dueToday(new Date(day * 86_400_000)));
  for (const digit of '0123456789abcdef') {
    expect(days.filter((isDue) => isDue(digit.repeat(64)))).toHaveLength(1);
  }
});

test('what is damaged in the backups or missing there is named by the restore, which brings the rest', async () => {
  const [first = '', second = '', third = ''] = files;
  // A copy: where they lie, the program sets right every minute what it finds missing.
  const damaged = join(root.path, 'damaged-backups');
  await cp(backups, damaged, { recursive: true });
  const blobOf = (name: string) => join(damaged, fileName(hashOfName(name)));
  await writeFile(blobOf(first), (await readFile(blobOf(first))).fill(7, 10));
  await rm(blobOf(second));
  // The program may have copied these before the folder lost them.
  for (const name of lost) {
    await rm(blobOf(name), { force: true });
  }
  const restored = join(root.path, 'restored-in-part');
  const said = await command({ DATA_DIR: restored }, 'restore', '--from', damaged);
  expect(said).toMatch(/4 attached files are missing or damaged/);
  expect(said).toContain(`${company.orgId}/${first}`);
  expect(said).toContain(`${company.orgId}/${second}`);
  expect(existsSync(fileIn(restored, first))).toBe(false);
  expect(sha256(await readFile(fileIn(restored, third)))).toBe(hashOfName(third));
});

test('only one backup is made at a time, and runs whose process died are known to have failed', { tags: ['proof'] }, async () => {
  const [one, other] = await Promise.allSettled([backUp(dataDir, store), backUp(dataDir, store)]);
  const refused = [one, other].flatMap((outcome) => (outcome?.status === 'rejected' ? [String(outcome.reason)] : []));
  expect(refused).toEqual([expect.stringContaining('Another backup of this installation is running.')]);

  const runs = await asking(dataDir, async (db) => {
    await db.query({ text: `insert into backup_runs (name, started_at) values ('killed', now())`, values: [] });
    await backUp(dataDir, store);
    return lastRuns(db, 100);
  });
  expect(runs.find(({ name }) => name === 'killed')).toMatchObject({ failure: 'Its process ended before the backup was whole.' });
  expect(runs.find(({ failure }) => failure === null)).toMatchObject({ isVerified: true, files: files.length });
});
