import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIST_NAMES } from '#server/data/archive-tables.ts';
import { named } from './api/garbage.ts';
import { type Operation, operations, urlOf } from './api/samples.ts';
import { exportedFiles } from './api/archive-tools.ts';
import { buildLane, foreignMarks, holdings, holdingsOf, type Lane } from './garbage/lanes.ts';
import { anyDamage, damaged, NEARLY, sha256Of } from './garbage/byte-bodies.ts';
import { expectCountenance } from './garbage/orderly.ts';
import { type Files, rowsIn, sealed, withRows, zipOf } from './support/archive.ts';
import { SEED, sized } from './support/proof-size.ts';
import { type Injected, injectInto } from './support/inject.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

let scratch: string;
let testApp: TestApp;
let lanes: Lane[];
let files: Files;
let archive: Buffer;
let address = 0;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'headland-scratch-'));
  testApp = await createTestApp({ scratchFolder: scratch });
  lanes = [await buildLane(testApp, 701), await buildLane(testApp, 702)];
  files = await exportedFiles(testApp.app, lane().boss, lane().world.orgId);
  archive = await zipOf(files);
});

afterAll(async () => {
  await testApp.close();
  await rm(scratch, { recursive: true, force: true });
});

const lane = (): Lane => lanes[0] as Lane;

/** Every call that takes bytes as they are, whatever they are for. */
const takingBytes = operations.filter(({ endpoint }) => endpoint.body === 'bytes');

interface Sent {
  readonly bytes: Buffer;
  readonly type?: string;
  /** In the address, where it asks for one; else that of the bytes. */
  readonly sha256?: string;
  readonly headers?: Record<string, string>;
}

/** Sent by a new person each time, or by a member of the lane if membership is needed: limits of imports are per account. */
const send = async ({ endpoint }: Operation, { bytes, type = 'application/octet-stream', sha256 = sha256Of(bytes), headers }: Sent) => {
  const cookie = endpoint.scope === 'user' ? (await testApp.person()).cookie : lane().boss.cookie;
  const url = urlOf(endpoint.path, { params: { sha256 } }, lane().world.orgId);
  address += 1;
  const remoteAddress = `198.51.${Math.floor(address / 250) % 250}.${address % 250}`;
  return injectInto(testApp.app, {
    method: endpoint.method,
    url,
    remoteAddress,
    headers: { cookie, 'content-type': type, ...headers },
    payload: bytes,
  });
};

/** Refused or not: nothing of the other lane shows, and a refused caller left nothing. */
const expectOrderly = async (operation: Operation, sent: Sent, called: string): Promise<Injected> => {
  const before = holdingsOf(lane(), await holdings(testApp));
  const answer = await send(operation, sent);
  expectCountenance(answer, `${operation.id} with ${called}`);
  expect(foreignMarks(answer.text, [lane().mark, lane().boss.email])).toEqual([]);
  const after = holdingsOf(lane(), await holdings(testApp));
  expect({ called, after: answer.status >= 400 ? after : before }).toEqual({ called, after: before });
  return answer;
};

/** What was received or unpacked in between is gone again. */
const expectNothingLeft = () => expect.poll(async () => readdir(scratch, { recursive: true })).toEqual([]);

test('the contract has calls that take bytes', () => {
  expect(takingBytes.map(({ id }) => id)).toEqual(expect.arrayContaining(['attachments.put', 'archives.import']));
});

describe.each(named(takingBytes))('%s', (id, operation) => {
  test('answers in order to bytes that are nearly something', { timeout: 120_000 }, async () => {
    for (const [called, bytes] of Object.entries(NEARLY)) {
      for (const type of ['application/zip', 'image/png', 'application/json']) {
        await expectOrderly(operation, { bytes, type }, `${called} as ${type}`);
      }
    }
    await expectNothingLeft();
  });

  test('answers in order to made-up lengths, types and encodings', async () => {
    const wrong: Record<string, string>[] = [
      { 'content-type': '' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'text/html; charset=utf-7' },
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br, gzip, deflate' },
      { 'content-range': 'bytes 0-3/9' },
      { 'content-length': '99999999999999' },
      { 'transfer-encoding': 'chunked' },
      { 'idempotency-key': 'k'.repeat(300) },
      { 'if-match': '"1", "2"' },
    ];
    for (const headers of wrong) {
      // The hash is of other bytes, so that nothing is kept of what is taken.
      await expectOrderly(operation, { bytes: Buffer.from('words'), headers }, JSON.stringify(headers));
    }
    await expectNothingLeft();
  });

  test('answers in order to an export that is damaged anywhere, and to any bytes', { timeout: 240_000 }, async () => {
    const bodies = fc.oneof(
      { weight: 8, arbitrary: fc.array(anyDamage, { minLength: 1, maxLength: 4 }).map((damages) => damaged(archive, damages)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (bytes) => {
        await expectOrderly(operation, { bytes }, `bytes ${bytes.subarray(0, 20).toString('hex')}… (seed ${SEED})`);
      }),
      { numRuns: sized({ push: 30, proofs: id === 'archives.import' ? 150 : 60 }), seed: SEED, endOnFailure: true },
    );
    await expectNothingLeft();
  });
});

const put = takingBytes.filter(({ endpoint }) => endpoint.path.includes(':sha256'));

describe.each(named(put))('%s under a hash', (_id, operation) => {
  const WRONG = ['', '0', 'x'.repeat(64), '0'.repeat(63), '0'.repeat(65), 'A'.repeat(64), `${'0'.repeat(64)}.png`, '%00', '..%2f..%2f'];

  test.each(WRONG)('that is none is refused: %s', async (sha256) => {
    const answer = await expectOrderly(operation, { bytes: Buffer.from('words'), sha256 }, sha256);
    expect([400, 404]).toContain(answer.status);
  });

  test('of other bytes keeps nothing, and the right one is taken afterwards', async () => {
    const bytes = Buffer.from(`the right bytes ${lane().mark}`);
    const others = Buffer.from('quite other bytes');
    expect((await expectOrderly(operation, { bytes: others, sha256: sha256Of(bytes) }, 'others')).status).toBe(400);
    expect((await send(operation, { bytes })).status).toBe(201);
    expect((await send(operation, { bytes })).status).toBe(200);
    const url = urlOf('/api/organizations/:orgId/attachments/:sha256', { params: { sha256: sha256Of(others) } }, lane().world.orgId);
    expect((await lane().boss.send('GET', url)).status).toBe(404);
  });
});

const importing = takingBytes.filter(({ id }) => id === 'archives.import');

describe.each(named(importing))('%s of an export whose rows say something else', (_id, operation) => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      '',
      ' ',
      '\u0000',
      '\u202e',
      -1,
      0,
      1.5,
      2 ** 31,
      1e308,
      true,
      [],
      {},
      [null],
      [[]],
      '9999-12-31',
      'x'.repeat(5_000),
    ),
    fc.jsonValue({ stringUnit: 'binary', maxDepth: 2 }),
  );
  const change = fc.record({
    list: fc.constantFrom(...LIST_NAMES),
    row: fc.nat(20),
    field: fc.nat(40),
    value: odd,
    how: fc.constantFrom('set' as const, 'set' as const, 'set' as const, 'drop' as const, 'double' as const, 'add' as const),
  });

  type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
  const changed = (from: Files, { list, row, field, value, how }: Change): Files => {
    const rows = rowsIn(from, list);
    const at = row % Math.max(1, rows.length);
    const old = rows[at];
    const name = Object.keys(old ?? {})[field % Math.max(1, Object.keys(old ?? {}).length)] ?? 'id';
    const written = (one: Record<string, unknown>) => ({ ...one, [how === 'add' ? 'notAColumn' : name]: value });
    const others = rows.filter((_, place) => place !== at);
    const now = { set: [written(old ?? {})], add: [written(old ?? {})], drop: [], double: old ? [old, old] : [{}] }[how];
    return withRows(from, list, [...others, ...now]);
  };

  test('is refused whole, or makes an organization that can be exported again', { timeout: 300_000 }, async () => {
    let taken = 0;
    const zips = fc.array(change, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(zips, async (changes) => {
        const bytes = await zipOf(sealed(changes.reduce(changed, files)));
        const person = await testApp.person();
        const answer = await injectInto(testApp.app, {
          method: 'POST',
          url: operation.endpoint.path,
          headers: { cookie: person.cookie, 'content-type': 'application/zip' },
          payload: bytes,
        });
        expectCountenance(answer, `an import with ${JSON.stringify(changes)} (seed ${SEED})`);
        const made = answer.status < 400 ? [(JSON.parse(answer.text) as { id: number }).id] : [];
        taken += made.length;
        const now = (await person.send('GET', '/api/organizations')).body as { id: number }[];
        expect(now.map(({ id }) => id)).toEqual(made);
        for (const orgId of made) {
          expect((await exportedFiles(testApp.app, person, orgId)).size).toBeGreaterThan(1);
        }
      }),
      { numRuns: sized({ push: 30, proofs: 150 }), seed: SEED, endOnFailure: true },
    );
    // Some of what was changed may be anything.
    expect(taken).toBeGreaterThan(0);
    await expectNothingLeft();
  });
});
