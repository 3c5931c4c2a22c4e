import { rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { Person } from '#tests/support/test-app.ts';
import { createFileApp, DAY_MS, type FileApp, sha256Of } from './file-tools.ts';
import { buildWorld, dataString, expectProblem, fingerprint, type Member, pngBytes, type World } from './world.ts';

const LARGEST = 10_485_760;

let files: FileApp;
let boss: Member;
let world: World;

beforeAll(async () => {
  files = await createFileApp();
  boss = await files.testApp.owner();
  world = await buildWorld(boss);
});

afterAll(() => files.close());

const addressOf = (orgId: number, sha256: string): string => `/api/organizations/${orgId}/attachments/${sha256}`;
const put = async (who: Person, orgId: number, sha256: string, payload: Buffer, type?: string) => {
  const headers = { cookie: who.cookie, ...(type === undefined ? {} : { 'content-type': type }) };
  const answer = await files.testApp.app.inject({ method: 'PUT', url: addressOf(orgId, sha256), headers, payload });
  return { status: answer.statusCode, body: answer.json<unknown>(), headers: answer.headers };
};
const send = (bytes: Buffer, type = 'application/octet-stream') => put(boss, boss.orgId, sha256Of(bytes), bytes, type);
const find = (who: Person, orgId: number, bytes: Buffer) => who.send('GET', addressOf(orgId, sha256Of(bytes)));
const read = async (who: Person, name: string) => {
  const answer = await files.testApp.app.inject({ method: 'GET', url: `/api/photos/${name}`, headers: { cookie: who.cookie } });
  return { status: answer.statusCode, bytes: answer.rawPayload };
};

/** Nothing of an upload is left: no row, no bytes, no draft. */
const expectNothingLeft = async (work: () => Promise<void>): Promise<void> => {
  const [rows, before] = [await fingerprint(files.testApp), await files.filesOf(boss.orgId)];
  await work();
  await vi.waitFor(async () => expect(await files.filesOf(boss.orgId)).toEqual(before));
  expect(await fingerprint(files.testApp)).toEqual(rows);
};

describe('a file that is sent by itself', () => {
  test.each([
    ['jpg', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1])],
    ['png', 'image/png', pngBytes('by itself')],
    ['pdf', 'application/pdf', Buffer.from('%PDF-1.7 by itself')],
    ['bin', 'application/octet-stream', Buffer.from('<html>by itself')],
    ['bin', 'application/octet-stream', Buffer.from([0])],
  ])('is a %s by its bytes', async (ending, contentType, bytes) => {
    const name = `${sha256Of(bytes)}.${ending}`;
    const answer = await send(bytes, 'image/gif');
    expect(answer).toMatchObject({ status: 201, body: { name, contentType, byteLength: bytes.length } });
    expect(contract.attachments.put.response.parse(answer.body)).toEqual(answer.body);
    expect((await read(boss, name)).bytes.equals(bytes)).toBe(true);
    expect((await files.filesOf(boss.orgId)).filter((file) => !file.startsWith(sha256Of(bytes)) && file.endsWith('.part'))).toEqual([]);
  });

  test.each([
    undefined,
    'application/octet-stream',
    'application/json',
    'text/plain; charset=utf-16',
    'multipart/form-data',
    'x-photo/raw',
  ])('is kept as it is whatever it is called: %s', async (type) => {
    const bytes = Buffer.from(`{"not": "parsed", "as": "${type}"`);
    expect(await put(boss, boss.orgId, sha256Of(bytes), bytes, type)).toMatchObject({ status: 201 });
    expect((await read(boss, `${sha256Of(bytes)}.bin`)).bytes.equals(bytes)).toBe(true);
  });

  test('is answered with 200 and the same words when it is there already, however it came', async () => {
    const bytes = pngBytes('twice');
    const first = await send(bytes);
    expect(first.status).toBe(201);
    expect(await send(bytes, 'text/html')).toMatchObject({ status: 200, body: first.body });
    const photo = pngBytes('in an entry');
    await boss.ok(contract.jobEntries.create, {
      params: { id: world.jobId },
      body: { serviceTypeId: world.serviceTypeId, date: '2025-06-20', photos: [dataString(photo)] },
    });
    const before = await files.filesOf(boss.orgId);
    expect((await send(photo)).status).toBe(200);
    expect(await files.filesOf(boss.orgId)).toEqual(before);
  });

  test('is new for exactly one of many that send it at once', async () => {
    const bytes = randomBytes(300_000);
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(bytes)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 11 }, () => 200), 201]);
    expect((await files.filesOf(boss.orgId)).filter((file) => file.startsWith(sha256Of(bytes)) || file.endsWith('.part'))).toHaveLength(1);
  });

  test('can be named by an entry', async () => {
    const bytes = pngBytes('named by an entry');
    const { name } = contract.attachments.put.response.parse((await send(bytes)).body);
    const driver = await files.testApp.member(boss, 'employee');
    const entry = await driver.ok(contract.jobEntries.create, {
      params: { id: world.jobId },
      body: { serviceTypeId: world.serviceTypeId, date: '2025-06-20', photos: [name] },
    });
    expect(entry.photos).toEqual([name]);
  });

  test('is put back when its bytes were lost', async () => {
    const bytes = pngBytes('lost');
    const { name } = contract.attachments.put.response.parse((await send(bytes)).body);
    await rm(join(files.folder, String(boss.orgId), name.slice(0, 2), name));
    expect((await find(boss, boss.orgId, bytes)).status).toBe(404);
    expect((await send(bytes)).status).toBe(200);
    expect((await read(boss, name)).bytes.equals(bytes)).toBe(true);
  });
});

describe('whether a file is there', () => {
  test('is said with its record, or with 404', async () => {
    const bytes = pngBytes('is it there?');
    expect(await find(boss, boss.orgId, bytes)).toMatchObject({ status: 404, body: { code: 'not_found', detail: 'File not found' } });
    const { body } = await send(bytes);
    expect(await find(boss, boss.orgId, bytes)).toMatchObject({ status: 200, body });
    const head = await files.testApp.app.inject({
      method: 'HEAD',
      url: addressOf(boss.orgId, sha256Of(bytes)),
      headers: { cookie: boss.cookie },
    });
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  });

  test('is said of the organization alone', async () => {
    const other = await files.testApp.owner();
    const bytes = pngBytes('of one organization');
    await send(bytes);
    expect((await find(other, other.orgId, bytes)).status).toBe(404);
    expect((await put(other, other.orgId, sha256Of(bytes), bytes)).status).toBe(201);
  });

  test('is denied for one that the sweep may soon delete, and sending it again restarts its time', async () => {
    const bytes = pngBytes('soon taken away');
    const { name } = contract.attachments.put.response.parse((await send(bytes)).body);
    const markFor = (days: number) =>
      files.testApp.db.transaction(
        (inside) =>
          inside.query({
            text: 'update photos set unreferenced_since = $2 where organization_id = $1 and name = $3',
            values: [boss.orgId, new Date(Date.now() - days * DAY_MS), name],
          }),
        boss.orgId,
      );
    await markFor(15);
    expect((await find(boss, boss.orgId, bytes)).status).toBe(200);
    await markFor(17);
    expect((await find(boss, boss.orgId, bytes)).status).toBe(404);
    expect((await send(bytes)).status).toBe(200);
    expect((await find(boss, boss.orgId, bytes)).status).toBe(200);
  });
});

describe('refuses', () => {
  test('bytes with another hash than the address says', async () => {
    await expectNothingLeft(async () => {
      const answer = await put(boss, boss.orgId, sha256Of(Buffer.from('said')), Buffer.from('sent'));
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', issues: [{ path: 'sha256' }] } });
      expectProblem(answer);
    });
  });

  test('a file without bytes', async () => {
    await expectNothingLeft(async () => {
      for (const type of [undefined, 'image/png']) {
        const answer = await put(boss, boss.orgId, sha256Of(Buffer.alloc(0)), Buffer.alloc(0), type);
        expect(answer).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', detail: 'The file is empty. Send its bytes as the body.' },
        });
      }
    });
  });

  test('a hash that is none', async () => {
    const sha256 = sha256Of(Buffer.from('x'));
    for (const wrong of [sha256.toUpperCase(), sha256.slice(1), `${sha256}0`, `${sha256.slice(1)}g`, `${sha256}.png`, '%00', '..%2F..']) {
      const answer = await put(boss, boss.orgId, wrong, Buffer.from('x'));
      expect([wrong, answer.status]).toEqual([wrong, 400]);
    }
  });

  test('more than 10 MB', async () => {
    const bytes = Buffer.alloc(LARGEST + 1, 7);
    await expectNothingLeft(async () => {
      const answer = await put(boss, boss.orgId, sha256Of(bytes), bytes);
      expect(answer).toMatchObject({ status: 413, body: { code: 'too_large', detail: 'A file can be at most 10 MB (10485760 bytes)' } });
      expectProblem(answer);
    });
  });

  test('bytes at every other address', async () => {
    const answer = await files.testApp.app.inject({
      method: 'POST',
      url: `/api/organizations/${boss.orgId}/customers`,
      headers: { cookie: boss.cookie, 'content-type': 'application/octet-stream' },
      payload: Buffer.from('{}'),
    });
    expect(answer.statusCode).toBe(415);
  });
});
