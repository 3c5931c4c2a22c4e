import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { type Files, manifestIn, rowsIn, sealed, tinyArchive, tinyFiles, withRows, zipOf } from '#tests/support/archive.ts';
import type { Person } from '#tests/support/test-app.ts';
import { fillBilling } from './archive-fill.ts';
import { exportedFiles, sendArchive } from './archive-tools.ts';
import { createFileApp, type FileApp } from './file-tools.ts';
import { buildWorld, expectProblem, fingerprint, type Member, pngBytes } from './world.ts';

const AT = '2025-06-20T07:05:00-05:00';

let fileApp: FileApp;
let boss: Member;
let importer: Person;
let files: Files;

beforeAll(async () => {
  fileApp = await createFileApp();
  boss = await fileApp.testApp.owner();
  const world = await buildWorld(boss);
  await boss.ok(contract.jobEntries.update, { params: { id: world.entryId }, body: { equipmentIds: [world.equipmentId] } });
  const body = { date: '2025-06-20', serviceTypeId: world.serviceTypeId, startedAt: AT };
  await boss.ok(contract.runs.create, { params: { orgId: boss.orgId }, body });
  const deleted = await boss.ok(contract.runs.create, { params: { orgId: boss.orgId }, body });
  await boss.ok(contract.jobEntries.update, { params: { id: world.entryId }, body: { runId: deleted.id } });
  await boss.ok(contract.runs.remove, { params: deleted });
  await fillBilling(boss, world);
  files = await exportedFiles(fileApp.testApp.app, boss, boss.orgId);
});

// What was refused was tried: each test has tries of its own.
beforeEach(async () => {
  importer = await fileApp.testApp.person();
});

afterAll(() => fileApp.close());

const storeOf = async (): Promise<string[]> => {
  const found = await readdir(fileApp.folder, { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
};

/** Expects the refusal, with a message that contains these words, and that nothing at all is left of the import. */
const refuses = async (bytes: Buffer, words: RegExp): Promise<void> => {
  // Every try of an account counts.
  const someone = await fileApp.testApp.person();
  const before = [await fingerprint(fileApp.testApp), await storeOf()];
  const answer = await sendArchive(someone, bytes);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', detail: expect.stringMatching(words) } });
  expectProblem(answer);
  expect([await fingerprint(fileApp.testApp), await storeOf()]).toEqual(before);
  expect(await someone.ok(contract.organizations.list, {})).toEqual([]);
};

const changed = (list: string, change: (row: Record<string, unknown>, index: number) => object): Files =>
  sealed(withRows(files, list, rowsIn(files, list).map(change)));
const first = (more: object) => (row: Record<string, unknown>, index: number) => (index === 0 ? { ...row, ...more } : row);
const without = (...paths: string[]): Files => new Map([...files].filter(([path]) => !paths.includes(path)));
const withText = (path: string, text: string): Files => new Map([...files, [path, Buffer.from(text)]]);

describe('what is no export', () => {
  test.each([
    ['nothing', () => Buffer.alloc(0)],
    ['a picture', () => pngBytes('x')],
    ['the first half of one', async () => (await zipOf(files)).subarray(0, 3000)],
    ['another zip', () => zipOf([['letter.txt', Buffer.from('hello')]])],
    ['a zip without a manifest', () => zipOf(without('manifest.json'))],
    ['a manifest of something else', () => zipOf(sealed(files, { format: 'other' }))],
  ])('%s', async (_, bytes) => refuses(await bytes(), /^This is not a Headland export\./));

  test('one of a newer version says so', async () => {
    await refuses(await zipOf(sealed(files, { version: 2 })), /newer version of Headland\. Update this server first/);
    const { lists } = manifestIn(files) as { lists: Record<string, { columns: string[] }> };
    const jobs = { ...lists['jobs'], columns: [...(lists['jobs']?.columns ?? []), 'priority'] };
    await refuses(await zipOf(sealed(files, { lists: { ...lists, jobs } })), /newer version of Headland/);
  });
});

const PHOTO = () => [...files.keys()].find((path) => path.startsWith('files/')) ?? '';

describe('what was changed on its way', () => {
  test.each<[string, () => Files, RegExp]>([
    [
      'a list',
      () => withText('lists/jobs.ndjson', String(files.get('lists/jobs.ndjson')).replace('silage', 'Silage')),
      /lists\/jobs\.ndjson does not match the manifest/,
    ],
    ['a longer list', () => withText('lists/jobs.ndjson', '{}\n'), /lists\/jobs\.ndjson does not have the size/],
    ['a list that is gone', () => without('lists/jobs.ndjson'), /lists\/jobs\.ndjson is missing/],
    ['a photo that is gone', () => without(PHOTO()), /is missing/],
    [
      'a file more',
      () => new Map([...files, ['lists/wages.ndjson', Buffer.alloc(0)]]),
      /lists\/wages\.ndjson does not belong to an export/,
    ],
    [
      'a file that the manifest does not name',
      () => new Map([...files, [`files/${'0'.repeat(64)}.png`, Buffer.from('x')]]),
      /is not in the manifest/,
    ],
    [
      'another count',
      () =>
        sealed(files, {
          lists: { ...Object(manifestIn(files)['lists']), jobs: { ...Object(Object(manifestIn(files)['lists'])['jobs']), count: 99 } },
        }),
      /has \d+ lines, but the manifest says 99/,
    ],
    ['half a line', () => sealed(withText('lists/jobs.ndjson', '{"id":1')), /ends in the middle of a line/],
    ['no JSON', () => sealed(withText('lists/jobs.ndjson', 'x\n')), /line 1 of lists\/jobs\.ndjson is not a record/],
    ['a manifest that is no JSON', () => withText('manifest.json', '{'), /manifest\.json cannot be read/],
    [
      'a manifest that names a file twice',
      () => sealed(files, { files: [...(manifestIn(files)['files'] as object[]), ...(manifestIn(files)['files'] as object[])] }),
      /names a file twice/,
    ],
  ])('%s', async (_, make, words) => refuses(await zipOf(make()), words));

  test('a photo that does not match its name', async () => {
    const bytes = pngBytes('forged');
    const name = `${createHash('sha256').update(bytes).digest('hex')}.jpg`;
    const forged = withRows(files, 'photos', [{ ...rowsIn(files, 'photos')[0], name }]);
    await refuses(await zipOf(sealed(new Map([...forged, [`files/${name}`, bytes]]))), /does not match its name/);
  });
});

describe('what the program would not have written', () => {
  test.each<[string, string, object, RegExp]>([
    ['an id of another kind', 'jobs', { customerId: 'x' }, /wrong value for customerId/],
    ['a status that there is not', 'jobs', { status: 'lost' }, /wrong value for status/],
    ['no name', 'jobs', { name: null }, /wrong value for name/],
    ['a customer that is not in it', 'jobs', { customerId: 999_999 }, /refers to something in customerId/],
    ['a machine that is not in it', 'jobEntries', { equipmentIds: [999_999] }, /refers to something in equipmentIds/],
    ['a day that there is not', 'jobEntries', { date: 'infinity' }, /wrong value for date/],
    ['a moment that there is not', 'jobEntries', { createdAt: 'infinity' }, /wrong value for createdAt/],
    ['values that are a list', 'jobEntries', { customFieldValues: [] }, /is incomplete/],
    ['times that are none', 'jobEntries', { spans: 5 }, /is incomplete/],
    ['more times than an entry has', 'jobEntries', { spans: Array.from({ length: 51 }, () => ({ from: AT, to: AT })) }, /is incomplete/],
    ['numbers to choose from that are none', 'jobEntries', { choices: { measure: 'fuel' } }, /is incomplete/],
    ['a run that began at no time', 'runs', { startedAt: 'never' }, /is incomplete/],
    ['a character that nothing keeps', 'customers', { businessName: 'a\u0000b' }, /wrong value for businessName/],
    ['an action that there is not', 'auditLogs', { action: 'explode' }, /wrong value for action/],
    ['changes that are none', 'auditLogs', { changes: 'x' }, /is incomplete/],
    ['an item about nothing', 'auditLogs', { entityType: 'job', entityId: 999_999 }, /refers to something in entityId/],
    ['two fields of one name', 'customDataFields', { name: 'notes' }, /customDataFields\.ndjson contains something that does not fit/],
    ['more machines than an entry of a service may have', 'serviceTypes', { equipmentCount: 99 }, /contains something that does not fit/],
    ['another owner', 'organization', { ownerEmployeeId: 999_999 }, /does not name the one owner/],
    ['no owner', 'employees', { accessLevel: 'admin' }, /does not name the one owner/],
  ])('%s', async (_, list, more, words) => refuses(await zipOf(changed(list, first(more))), words));

  test('the same record twice, and a second owner', async () => {
    const [job] = rowsIn(files, 'jobs');
    await refuses(await zipOf(sealed(withRows(files, 'jobs', [job ?? {}, job ?? {}]))), /has the same id twice/);
    await refuses(await zipOf(changed('employees', (row) => ({ ...row, accessLevel: 'owner' }))), /does not name the one owner/);
  });

  test('what the deletion of a run noted names its entries, or nothing', async () => {
    const strange = [1.5, -3, 0, 3_000_000_000, 1e300, 999_999, 'x', null, [7], { id: 7 }];
    const noted = (old: object) => {
      const { entryIds } = old as { entryIds: number[] };
      return { ...old, entryIds: [...strange, ...entryIds, ...entryIds] };
    };
    const forged = changed('auditLogs', (row) => {
      const { old } = row['changes'] as { old: object };
      return row['entityType'] === 'run' && row['action'] === 'delete' ? { ...row, changes: { old: noted(old), new: null } } : row;
    });
    const { status, body } = await sendArchive(importer, await zipOf(forged));
    expect(status).toBe(201);
    const params = { orgId: (body as { id: number }).id };
    const [deletion] = await importer.ok(contract.auditLogs.list, { params, query: { action: 'delete', entityType: 'run' } });
    const { entityId } = await importer.ok(contract.auditLogs.undo, { params: { ...params, id: deletion?.id ?? 0 } });
    const entries = await importer.ok(contract.jobEntries.list, { params });
    expect(entries.map(({ runId }) => runId)).toContain(entityId);
  });

  test('a number does not make a member of the installation one of the organization', async () => {
    const stranger = await fileApp.testApp.person();
    const forged = withRows(tinyFiles(), 'employees', [
      ...rowsIn(tinyFiles(), 'employees'),
      { ...rowsIn(tinyFiles(), 'employees')[0], id: 8, accessLevel: 'admin', isUser: true, userId: stranger.userId },
    ]);
    const someone = await fileApp.testApp.person();
    expect((await sendArchive(someone, await zipOf(sealed(forged)))).status).toBe(201);
    expect(await stranger.ok(contract.organizations.list, {})).toEqual([]);
    expect(await someone.ok(contract.organizations.list, {})).toHaveLength(1);
  });
});

describe('bills that are inconsistent', () => {
  /** The row with something else at a path such as `content.bill.lines.0.cents`. */
  const at =
    (path: string, value: unknown) =>
    (row: Record<string, unknown>): object => {
      const copy = structuredClone(row);
      const names = path.split('.');
      const last = names.pop() ?? '';
      const inside = names.reduce<Record<string, unknown>>((found, name) => found[name] as Record<string, unknown>, copy);
      inside[last] = value;
      return copy;
    };
  const RECORD = /line \d of lists\/billingRecords\.ndjson is incomplete/;
  const LINES = 'content.bill.lines';

  test.each<[string, string, string, unknown, RegExp]>([
    ['an amount', 'billingRecords', `${LINES}.0.cents`, 1, RECORD],
    ['a quantity', 'billingRecords', `${LINES}.0.explanation.parts.0.entries.0.measured`, '4.5', RECORD],
    ['a price without an end', 'billingRecords', `${LINES}.0.explanation.parts.0.entries.0.measured`, '1e999999999', RECORD],
    ['a total', 'billingRecords', 'grossCents', 1, RECORD],
    ['the total within', 'billingRecords', 'content.bill.grossCents', 1, RECORD],
    ['a tax', 'billingRecords', 'content.bill.taxes.0.taxCents', 1, RECORD],
    ['another customer', 'billingRecords', 'customerId', 999_999, RECORD],
    ['other jobs', 'billingRecords', 'jobIds', [], RECORD],
    ['no explanation', 'billingRecords', `${LINES}.0.explanation`, null, RECORD],
    ['a reversal that is a bill', 'billingRecords', 'kind', 'reversal', RECORD],
    ['somebody else’s entry', 'billingRecords', `${LINES}.0.entryIds`, [999_999], /refers to something in content/],
    ['somebody else’s job', 'billingRecords', `${LINES}.0.jobId`, 999_999, /refers to something in content/],
    ['somebody else’s rate', 'billingRecords', `${LINES}.0.explanation.rate.id`, 999_999, /refers to something in content/],
    ['somebody else’s machine', 'billingRecords', 'content.bill.warnings.0.equipmentId', 999_999, /refers to something in content/],
    ['a key of somebody else’s', 'billingRecords', `${LINES}.0.key`, 'job 999999, rate 1, 1', /refers to something in content/],
    ['a job of a draft', 'billDrafts', 'jobIds', [999_999], /refers to something in jobIds/],
    ['a line of a draft', 'billDrafts', 'lines', [{ label: 'x' }], /billDrafts\.ndjson is incomplete/],
    ['a discount of nothing', 'billDrafts', 'discounts', [{ label: 'x', percent: null, cents: null }], /is incomplete/],
    ['a rate without a price', 'rates', 'lines', [], /rates\.ndjson is incomplete/],
    ['a price that is no price', 'rates', 'lines.0.prices.0.price', '1e9', /rates\.ndjson is incomplete/],
    ['a field of somebody else’s', 'rates', 'lines.0.fieldId', 999_999, /refers to something in lines/],
    ['a rate for somebody else', 'rates', 'customerId', 999_999, /refers to something in customerId/],
    ['numbers that begin anew', 'billingNumbers', 'last', 1, /billingNumbers\.ndjson does not continue where the billing records end/],
    ['a number that is left out', 'billingRecords', 'number', 5, /billingNumbers\.ndjson does not continue/],
    ['a job on another record', 'billedJobs', 'recordId', 999_999, /billedJobs\.ndjson does not say/],
  ])('%s', async (_, list, path, value, words) => {
    const change = at(path, value);
    await refuses(await zipOf(changed(list, (row, index) => (index === 0 ? change(row) : row))), words);
  });

  test('a reversal of nothing, one that is gone, and a billed job that is open', async () => {
    const records = rowsIn(files, 'billingRecords');
    const orphan = records.map((row) => (row['kind'] === 'reversal' ? { ...row, reversesId: 999_999 } : row));
    await refuses(await zipOf(sealed(withRows(files, 'billingRecords', orphan))), /contains a reversal without its bill/);
    const without3 = records.filter(({ number }) => number !== 3);
    await refuses(await zipOf(sealed(withRows(files, 'billingRecords', without3))), /does not continue where the billing records end/);
    await refuses(await zipOf(changed('jobs', (row) => ({ ...row, status: 'open' }))), /billedJobs\.ndjson does not say/);
    await refuses(await zipOf(sealed(withRows(files, 'billedJobs', []))), /billedJobs\.ndjson does not say/);
  });

  test('an export from before there were bills can be imported, and one that hides a list cannot', async () => {
    const someone = await fileApp.testApp.person();
    const later = ['rates', 'billDrafts', 'billingRecords', 'billedJobs', 'billingNumbers'];
    const { lists } = manifestIn(sealed(tinyFiles())) as { lists: Record<string, object> };
    const known = Object.fromEntries(Object.entries(lists).filter(([name]) => !later.includes(name)));
    const old = new Map([...tinyFiles()].filter(([path]) => !later.some((name) => path === `lists/${name}.ndjson`)));
    expect((await sendArchive(someone, await zipOf(sealed(old, { lists: known })))).status).toBe(201);
    const hidden = sealed(files, { lists: { ...Object(manifestIn(files)['lists']), rates: undefined } });
    await refuses(await zipOf(hidden), /rates\.ndjson is not in the manifest/);
  });
});

describe('what would do harm by being unpacked', () => {
  /** Replaces a number or name everywhere in the zip. */
  const patched = (zip: Buffer, from: Buffer, to: Buffer): Buffer => {
    const bytes = Buffer.from(zip);
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) {
      to.copy(bytes, at);
    }
    return bytes;
  };

  test.each(['../../../etc.ndjson', '/ists/jobs.ndjson', 'lists\\jobs.ndjson', 'c:/ts/jobs.ndjson'])('a path such as %s', async (path) => {
    const from = 'lists/jobs.ndjson'.padEnd(path.length, ' ').slice(0, path.length);
    const zip = await zipOf(new Map([...sealed(files)].map(([name, bytes]) => [name === 'lists/jobs.ndjson' ? from : name, bytes])));
    await refuses(patched(zip, Buffer.from(from), Buffer.from(path)), /This export is damaged|not a Headland export/);
  });

  test('a list that unfolds to more than it says', async () => {
    const zip = await zipOf(sealed(files));
    const length = files.get('lists/jobs.ndjson')?.length ?? 0;
    const [from, to] = [Buffer.alloc(4), Buffer.alloc(4)];
    from.writeUInt32LE(length);
    to.writeUInt32LE(length - 1);
    await refuses(patched(zip, from, to), /This export is damaged/);
  });

  test('a file that is larger than any file may be', async () => {
    const name = `files/${'0'.repeat(64)}.bin`;
    await refuses(await zipOf(sealed(new Map([...files, [name, Buffer.alloc(10_485_761)]]))), /or is too large/);
  });

  test('a line without an end', async () => {
    const text = `{"id":1,"name":"${'x'.repeat(5_000_000)}"}\n`;
    await refuses(await zipOf(sealed(withText('lists/jobs.ndjson', text))), /a line that is too long/);
  });
});

test('more bytes than the limit are refused before they are read', async () => {
  const headers = { 'content-type': 'application/zip', 'content-length': String(4 * 1_073_741_824 + 1) };
  const answer = await importer.send('POST', contract.archives.import.path, undefined, headers);
  expect(answer).toMatchObject({ status: 413, body: { code: 'too_large', detail: expect.stringMatching(/at most 4096 MB/) } });
});

test('nobody imports without an end, and what was refused counts as well', async () => {
  const someone = await fileApp.testApp.person();
  const bytes = await tinyArchive();
  const statuses: number[] = [];
  for (let tries = 0; tries < 21; tries += 1) {
    statuses.push((await sendArchive(someone, tries % 2 === 0 ? bytes : Buffer.from('no zip'))).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, (_, tries) => (tries % 2 === 0 ? 201 : 400)), 429]);
});
