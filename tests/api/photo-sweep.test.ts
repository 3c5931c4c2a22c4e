import { randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { sweepPhotos } from '#server/commands/sweep-photos.ts';
import { createFileApp, createFileOwner, type FileApp, type FileOwner, inDays, sha256Of } from './file-tools.ts';
import { buildWorld, pngBytes } from './world.ts';

let files: FileApp;
let at: FileOwner;

beforeAll(async () => {
  files = await createFileApp();
});

afterAll(() => files.close());

beforeEach(async () => {
  at = await createFileOwner(files);
});

/** Marks what is unreferenced, and 30 days later takes it away. */
const sweepTwice = async () => {
  await at.sweep();
  return at.sweep(30.01);
};

describe('a file that no entry names', () => {
  test('is taken away with its bytes and its thumbnail after 30 days, and not before', async () => {
    const name = await at.upload();
    await at.boss.ok(contract.attachments.thumbnail, { params: { name } });
    expect((await files.filesOf(at.orgId)).filter((file) => file.startsWith(name))).toHaveLength(2);
    await at.sweep();
    expect(await at.markOf(name)).not.toBeNull();
    await at.sweep(29.9);
    expect(await at.isKept(name)).toBe(true);
    expect((await at.sweep(30.1)).removed).toBe(1);
    expect(await at.isKept(name)).toBe(false);
    expect((await files.filesOf(at.orgId)).filter((file) => file.startsWith(name))).toEqual([]);
    expect((await at.boss.send('GET', `/api/photos/${name}`)).status).toBe(404);
    expect(await at.log({ photos: [name] })).toMatchObject({ status: 400 });
  });

  test('is kept as long as a billing record shows it, also when its entry has lost it', async () => {
    const name = await at.upload();
    const entry = contract.jobEntries.create.response.parse((await at.log({ photos: [name] })).body);
    await at.boss.ok(contract.jobs.update, { params: { id: entry.jobId }, body: { status: 'completed' } });
    await at.boss.ok(contract.jobs.update, { params: { id: entry.jobId }, body: { status: 'billed' } });
    await at.boss.ok(contract.jobs.update, { params: { id: entry.jobId }, body: { status: 'open' } });
    expect((await at.boss.send('PATCH', `/api/job-entries/${entry.id}`, { photos: [] })).status).toBe(200);
    await sweepTwice();
    expect(await at.isKept(name)).toBe(true);
  });

  test('is kept as long as a run names it, also a deleted one, which can be restored', async () => {
    const name = await at.upload();
    const [service] = await at.boss.ok(contract.serviceTypes.list, { params: at.boss });
    const run = await at.boss.ok(contract.runs.create, {
      params: at.boss,
      body: { serviceTypeId: service?.id ?? 0, date: '2025-06-16', startedAt: '2025-06-16T07:05:00-05:00', photos: [name] },
    });
    await sweepTwice();
    expect(await at.isKept(name)).toBe(true);
    await at.boss.ok(contract.runs.remove, { params: run });
    await sweepTwice();
    expect(await at.isKept(name)).toBe(true);
  });

  test('restarts its 30 days when an entry names it in between, or when it is sent again', async () => {
    const bytes = pngBytes(randomUUID());
    const [named, again] = [await at.upload(), await at.upload(bytes)];
    await at.sweep();
    const { id } = contract.jobEntries.create.response.parse((await at.log({ photos: [named] })).body);
    await at.upload(bytes);
    expect(await at.markOf(again)).toBeNull();
    await at.sweep(20);
    expect(await at.markOf(named)).toBeNull();
    await at.boss.send('PATCH', `/api/job-entries/${id}`, { photos: [] });
    await at.sweep(21);
    await at.sweep(40);
    expect([await at.isKept(named), await at.isKept(again)]).toEqual([true, true]);
    await at.sweep(52);
    expect([await at.isKept(named), await at.isKept(again)]).toEqual([false, false]);
  });

  test('is taken away from its organization alone', async () => {
    const other = await files.testApp.owner();
    const bytes = pngBytes(randomUUID());
    const name = await at.upload(bytes);
    await at.upload(bytes, other);
    const theirs = await buildWorld(other);
    await other.send('POST', `/api/jobs/${theirs.jobId}/entries`, {
      serviceTypeId: theirs.serviceTypeId,
      date: '2025-06-20',
      photos: [name],
    });
    await sweepTwice();
    expect([await at.isKept(name), await at.isKept(name, other.orgId)]).toEqual([false, true]);
  });

  test('is found in every organization', async () => {
    const other = await files.testApp.owner();
    const names = [await at.upload(), await at.upload(undefined, other)];
    const sweepAll = (days: number) => sweepPhotos({ db: files.testApp.db.app, photos: files.photos, now: () => inDays(days) });
    expect((await sweepAll(0)).marked).toBeGreaterThanOrEqual(2);
    expect((await sweepAll(31)).removed).toBeGreaterThanOrEqual(2);
    expect([await at.isKept(names[0] ?? ''), await at.isKept(names[1] ?? '', other.orgId)]).toEqual([false, false]);
  });

  test('is found among many', async () => {
    const uploaded: string[] = [];
    while (uploaded.length < 250) {
      uploaded.push(...(await Promise.all(Array.from({ length: 50 }, () => at.upload()))));
    }
    const [kept, ...names] = uploaded;
    await at.log({ photos: [kept] });
    await at.sweep();
    expect((await at.sweep(31)).removed).toBe(249);
    expect(await at.isKept(kept ?? '')).toBe(true);
    expect(await Promise.all(names.map((name) => files.photos.size(at.orgId, name)))).toEqual(names.map(() => undefined));
  });
});

describe('a file stays for', () => {
  test.each([
    ['the photos of an entry', (name: string) => ({ photos: [name] })],
    ['a list in a field', (name: string) => ({ customFieldValues: { Papers: ['something', name] } })],
    ['a text in a field', (name: string) => ({ customFieldValues: { Papers: name } })],
    ['a text that speaks of it', (name: string) => ({ customFieldValues: { Papers: `see ${name}, page 2` } })],
  ])('%s', async (_, bodyOf) => {
    const name = await at.upload();
    expect((await at.log(bodyOf(name))).status).toBe(201);
    await sweepTwice();
    expect([await at.isKept(name), await at.markOf(name)]).toEqual([true, null]);
  });

  test('a deleted entry, which can be brought back', async () => {
    const name = await at.upload();
    const { id } = contract.jobEntries.create.response.parse((await at.log({ photos: [name] })).body);
    await at.change('update job_entries set deleted_at = now() where organization_id = $1 and id = $2', id);
    await sweepTwice();
    expect(await at.isKept(name)).toBe(true);
  });
});

describe('what writes that failed left in the store', () => {
  const age = (path: string, days: number) => utimes(path, inDays(-days), inDays(-days));
  const stray = async (orgId: number, days: number): Promise<string> => {
    const name = `${sha256Of(randomUUID())}.png`;
    const path = join(files.folder, String(orgId), name.slice(0, 2), name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, 'bytes');
    await age(path, days);
    return name;
  };

  test('goes after 30 days, and what belongs to a row does not', async () => {
    const [old, fresh] = [await stray(at.orgId, 31), await stray(at.orgId, 29)];
    await age(join(files.folder, String(at.orgId), at.photoName.slice(0, 2), at.photoName), 400);
    expect((await at.sweep()).strays).toBe(1);
    expect([await files.photos.size(at.orgId, old), await files.photos.size(at.orgId, fresh)]).toEqual([undefined, 5]);
    expect(await at.isKept(at.photoName)).toBe(true);
  });

  test('goes after a day if it never arrived whole', async () => {
    const drafts = ['old', 'new'].map((name) => join(files.folder, String(at.orgId), 'arriving', `${name}.part`));
    for (const draft of drafts) {
      await writeFile(draft, 'half a fi');
    }
    await age(drafts[0] ?? '', 2);
    await at.sweep();
    expect((await files.filesOf(at.orgId)).filter((file) => file.endsWith('.part'))).toEqual(['new.part']);
  });

  test('is left alone below organizations that the database does not know', async () => {
    const name = await stray(2_000_000_000, 400);
    await sweepPhotos({ db: files.testApp.db.app, photos: files.photos, now: () => new Date() });
    expect(await files.photos.size(2_000_000_000, name)).toBe(5);
  });
});
