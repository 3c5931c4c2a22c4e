import { randomBytes } from 'node:crypto';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/lib/errors.ts';
import type { Person } from '#tests/support/test-app.ts';
import { createFileApp, type FileApp, sha256Of } from './file-tools.ts';
import { fingerprint, type Member } from './world.ts';

const LARGEST = 10_485_760;

let files: FileApp;
let boss: Member;
let port = 0;
const refused: unknown[] = [];

beforeAll(async () => {
  files = await createFileApp();
  const { app } = files.testApp;
  app.addHook('onError', async (_request, _reply, error) => {
    refused.push(error);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
  boss = await files.testApp.owner();
});

afterAll(() => files.close());

const addressOf = (orgId: number, sha256: string): string => `/api/organizations/${orgId}/attachments/${sha256}`;
/** A request over a real connection, whose body the test sends in its own time. */
const connect = (who: Person, path: string, options: { method?: string; headers?: OutgoingHttpHeaders; agent?: Agent } = {}) => {
  const headers = { cookie: who.cookie, ...options.headers };
  const sent = request({ host: '127.0.0.1', port, path, method: 'PUT', ...options, headers });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
  });
  // Clients that wait learn of the error; those that do not have torn down the connection themselves.
  answer.catch(() => undefined);
  sent.flushHeaders();
  return { sent, answer };
};

/** Nothing of an upload is left: no row, no bytes, no draft. */
const expectNothingLeft = async (work: () => Promise<void>): Promise<void> => {
  const [rows, before] = [await fingerprint(files.testApp), await files.filesOf(boss.orgId)];
  await work();
  await vi.waitFor(async () => expect(await files.filesOf(boss.orgId)).toEqual(before));
  expect(await fingerprint(files.testApp)).toEqual(rows);
};

describe('a file over a real connection', () => {
  test('may have 10 MB, in pieces of any size and without saying how many', async () => {
    const bytes = randomBytes(LARGEST);
    const { sent, answer } = connect(boss, addressOf(boss.orgId, sha256Of(bytes)));
    for (let from = 0; from < bytes.length; from += 777_777) {
      sent.write(bytes.subarray(from, from + 777_777));
      await sleep(1);
    }
    sent.end();
    const { status, text } = await answer;
    expect([status, JSON.parse(text)]).toEqual([
      201,
      { name: `${sha256Of(bytes)}.bin`, contentType: 'application/octet-stream', byteLength: LARGEST },
    ]);
    expect(await files.photos.size(boss.orgId, `${sha256Of(bytes)}.bin`)).toBe(LARGEST);
  });
});

describe('refuses', () => {
  test('more than 10 MB as soon as it says so', async () => {
    const announced = connect(boss, addressOf(boss.orgId, sha256Of('x')), { headers: { 'content-length': 5e9 } });
    expect((await announced.answer).status).toBe(413);
    announced.sent.destroy();
  });

  test('more than 10 MB that come in pieces; the answer arrives, and the connection serves the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await expectNothingLeft(async () => {
      const { sent, answer } = connect(boss, addressOf(boss.orgId, sha256Of(Buffer.from('x'))), { agent });
      for (let piece = 0; piece < 24; piece += 1) {
        sent.write(Buffer.alloc(1_048_576, piece));
        await sleep(1);
      }
      sent.end();
      expect((await answer).status).toBe(413);
      const next = connect(boss, '/api/organizations', { method: 'GET', agent });
      next.sent.end();
      expect((await next.answer).status).toBe(200);
    });
    agent.destroy();
  });

  test('a stranger, and nobody, before a byte was read', async () => {
    const stranger = await files.testApp.owner();
    for (const [who, status] of [
      [stranger, 404],
      [files.testApp.nobody, 401],
    ] as const) {
      const { sent, answer } = connect(who, addressOf(boss.orgId, sha256Of(Buffer.from('x'))), { headers: { 'content-length': 1000 } });
      expect((await answer).status).toBe(status);
      sent.destroy();
    }
  });
});

describe('a connection', () => {
  test('that ends in mid-upload leaves nothing and is no error', async () => {
    refused.length = 0;
    await expectNothingLeft(async () => {
      const bytes = randomBytes(2_000_000);
      for (const headers of [{ 'content-length': bytes.length }, {}]) {
        const { sent } = connect(boss, addressOf(boss.orgId, sha256Of(bytes)), { headers });
        sent.write(bytes.subarray(0, 1_000_000));
        await vi.waitFor(async () => expect((await files.filesOf(boss.orgId)).some((file) => file.endsWith('.part'))).toBe(true));
        sent.destroy();
        await vi.waitFor(async () => expect((await files.filesOf(boss.orgId)).some((file) => file.endsWith('.part'))).toBe(false));
      }
    });
    // The server logs as errors what is no AppError.
    await vi.waitFor(() => expect(refused).toHaveLength(2));
    expect(refused).toEqual([expect.any(AppError), expect.any(AppError)]);
  });

  test('occupies no connection of the database while its bytes arrive', async () => {
    const uploads = Array.from({ length: 15 }, (_, index) => {
      const bytes = Buffer.from(`slow ${index}`);
      const { sent, answer } = connect(boss, addressOf(boss.orgId, sha256Of(bytes)), { headers: { 'content-length': bytes.length } });
      sent.write(bytes.subarray(0, 3));
      return { finish: () => sent.end(bytes.subarray(3)), answer };
    });
    const drafts = async () => (await files.filesOf(boss.orgId)).filter((file) => file.endsWith('.part'));
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(15));
    const reads = await Promise.all(Array.from({ length: 10 }, () => boss.send('GET', '/api/organizations')));
    expect(reads.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const busy = await files.testApp.db.query<{ count: number }>({
      text: `select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      values: [],
    });
    expect(busy).toEqual([{ count: 0 }]);
    for (const { finish } of uploads) {
      finish();
    }
    const answers = await Promise.all(uploads.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 201));
  });
});
