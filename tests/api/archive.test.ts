import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { recompute } from '#shared/billing/amounts.ts';
import { LISTS, NOT_EXPORTED, tableNameOf, LIST_NAMES } from '#server/data/archive-tables.ts';
import { type Files, manifestIn, rowsIn, zipOf } from '#tests/support/archive.ts';
import { type Answer, createTestApp, type Person, type TestApp } from '#tests/support/test-app.ts';
import { fillOrganization } from './archive-fill.ts';
import { contentsOf, exportedFiles, exportOf, plainly, sendArchive } from './archive-tools.ts';
import { sha256Of } from './file-tools.ts';
import { issue } from './billing-field.ts';
import { buildWorld, type Member, type World } from './world.ts';

let here: TestApp;
let there: TestApp;
let boss: Member;
let luis: Member;
let world: World;
let files: Files;
/** The owner of the other installation: the same e-mail, another account. */
let newBoss: Person;
let newOrgId: number;
let answer: Answer;
let billing: Awaited<ReturnType<typeof fillOrganization>>;

beforeAll(async () => {
  // Numbers of bills start over each year.
  const now = () => new Date('2025-12-20T12:00:00Z');
  [here, there] = [await createTestApp({ now }), await createTestApp({ now })];
  boss = await here.owner('Halvorsen Großbetrieb & Söhne');
  luis = await here.member(boss, 'basic');
  world = await buildWorld(boss);
  billing = await fillOrganization(boss, luis, world);
  await buildWorld(await here.owner('Someone else'), undefined, ' of strangers');
  // Ids of the other installation are others for certain.
  const first = await buildWorld(await there.owner('First here'));
  await first.fresh.record();
  files = await exportedFiles(here.app, boss, boss.orgId);
  newBoss = await there.person({ email: boss.email.toUpperCase() });
  answer = await sendArchive(newBoss, await zipOf(files));
  newOrgId = Number(Object(answer.body)['id']);
});

afterAll(async () => {
  await here.close();
  await there.close();
});

describe('an export', () => {
  test('contains what its manifest says, and nothing of others or of accounts', () => {
    const manifest = manifestIn(files) as { files: { path: string; byteLength: number; sha256: string }[]; lists: object };
    expect(manifest).toMatchObject({
      format: 'headland-organization',
      version: 1,
      organization: { id: boss.orgId, name: 'Halvorsen Großbetrieb & Söhne' },
      missing: [],
    });
    expect([...manifest.files.map(({ path }) => path), 'manifest.json'].toSorted()).toEqual([...files.keys()].toSorted());
    for (const { path, byteLength, sha256 } of manifest.files) {
      const bytes = files.get(path) ?? Buffer.alloc(0);
      expect([path, bytes.length, sha256Of(bytes)]).toEqual([path, byteLength, sha256]);
    }
    for (const list of LIST_NAMES) {
      expect(Object(manifest.lists)[list]).toMatchObject({ count: rowsIn(files, list).length });
    }
    const all = [...files.values()].map(String).join('\n');
    expect(all).not.toMatch(/of strangers|argon2|passwordHash|tokenHash|secretHash/);
    // Those who have it, and nobody besides.
    expect(rowsIn(files, 'people').map(({ email }) => email)).toEqual([boss.email, luis.email]);
  });

  test('is a spreadsheet too: with a BOM, names next to ids, a column for each field, and no formula', () => {
    const [head = '', ...lines] = String(files.get('lists/jobEntries.csv')).split(/\r\n(?=\d)/);
    expect(head.startsWith('\uFEFFid,')).toBe(true);
    expect(head).toContain('customerId,customerId (name)');
    expect(head).toContain(',Moisture,Remark,Spotter,Ticket,Truck,unheardOf,');
    expect(lines).toHaveLength(rowsIn(files, 'jobEntries').length);
    const line = lines.find((each) => each.includes('2025-06-17')) ?? '';
    expect(line).toContain('Pine Ridge Farms');
    expect(line).toContain(`,"'=HYPERLINK(""x""); Claas 970",`);
    expect(line).toContain(`"wet,\r\n""heavy"""`);
    expect(line).toContain(`,31.5,'-2+3,`);
    expect(line).toContain(',8.5,');
    expect(String(files.get('lists/customers.csv'))).toContain('Spare Farms');
  });

  test('has sheets of billing that people can read: prices, amounts in units, names, and no JSON', () => {
    const sheet = (list: string) => String(files.get(`lists/${list}.csv`));
    expect(sheet('rates')).toContain('"flat 150; load 95.00 up to 20, 88.125; hour 95.50"');
    expect(sheet('rates')).toContain(',Pine Ridge Farms,');
    const [record] = rowsIn(files, 'billingRecords');
    const [head = '', first = ''] = sheet('billingRecords').split('\r\n');
    expect(head).toMatch(/netCents,taxCents,grossCents,.*,net,tax,gross$/);
    expect(first.endsWith(`,${['netCents', 'taxCents', 'grossCents'].map((name) => Number(record?.[name]) / 100).join(',')}`)).toBe(true);
    expect(first).toContain(',North; South,2025-12-20,2026-01-19,USD,');
    expect(sheet('billedJobs')).toContain(',West,');
    for (const list of ['rates', 'billDrafts', 'billingRecords']) {
      expect(sheet(list)).not.toMatch(/[{}]/);
    }
  });

  test('has a name that fits every disk, is not cached, and is in the audit log', async () => {
    const { status, headers } = await exportOf(here.app, boss, boss.orgId);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="halvorsen-gro-betrieb-so-hne-\d{4}-\d\d-\d\d\.zip"$/);
    expect(headers['cache-control']).toBe('no-store');
    const [item] = await boss.ok(contract.auditLogs.list, { params: boss, query: { limit: '1' } });
    expect(item).toMatchObject({ entityType: 'organization', action: 'export', user: { id: boss.userId } });
  });

  test('every table of an organization is in it, or named with a reason', async () => {
    const tables = await here.db.query<{ name: string }>({
      text: `select table_name as name from information_schema.columns
              where table_schema = 'public' and column_name = 'organization_id' order by 1`,
      values: [],
    });
    const known = [...LIST_NAMES.filter((list) => list !== 'organization').map(tableNameOf), ...Object.keys(NOT_EXPORTED)];
    expect(tables.map(({ name }) => name)).toEqual(known.toSorted());
    expect(Object.values(NOT_EXPORTED).every((reason) => reason.length > 10)).toBe(true);
  });

  test('every column that looks like an id says of what', async () => {
    for (const list of LIST_NAMES) {
      const { columns } = Object(manifestIn(files)['lists'])[list] as { columns: string[] };
      const ids = columns.filter((name) => /Ids?$|By$/.test(name) && !Object.keys(LISTS[list].refs).includes(name));
      expect([list, ids]).toEqual([
        list,
        { auditLogs: ['entityId'], equipment: ['equipmentTypeId'], runs: ['shareBy'], people: ['userId'] }[list as string] ?? [],
      ]);
    }
  });
});

describe('imported into another installation', () => {
  const asTyped = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(boss.email.toUpperCase(), boss.email));

  test('it is answered with what it is called and who waits', () => {
    const body = { id: newOrgId, name: 'Halvorsen Großbetrieb & Söhne', waitingMembers: 1, missingFiles: 0 };
    expect([answer.status, answer.body]).toEqual([201, body]);
  });

  test('it is the same, row by row and file by file', async () => {
    const [before, after] = [contentsOf(files), contentsOf(await exportedFiles(there.app, newBoss, newOrgId))];
    const log = after['auditLogs'] as Record<string, unknown>[];
    // What happened since: it was imported, and exported again.
    expect(log.slice(-2)).toMatchObject([{ action: 'create', entityType: 'organization' }, { action: 'export' }]);
    after['auditLogs'] = log.slice(0, -2);
    // Nobody but the owner has access yet.
    const employees = before['employees'] as Record<string, unknown>[];
    before['employees'] = employees.map((each) => ({ ...each, userId: each['userId'] === luis.email ? null : each['userId'] }));
    expect(asTyped(after)).toEqual(before);
    // Keys and invitations of programs and people here are in no export.
    expect(JSON.stringify(before)).not.toMatch(/"unknown (?!undefined)/);
    expect((before['files'] as unknown[]).length).toBe(6);
    expect(employees.map(({ accessLevel }) => accessLevel)).toEqual(['owner', 'basic', 'basic']);
    expect(new Set(after['billingNumbers'] as object[])).toEqual(
      new Set([
        { series: 'bill', year: 2025, last: 4, before: 0 },
        { series: 'correction', year: 2025, last: 41, before: 39 },
      ]),
    );
  });

  test('the API answers the same, with the names of those who wrote it', async () => {
    const answers = async (app: TestApp, who: Person, orgId: number) => {
      const plain = plainly(await exportedFiles(app.app, who, orgId));
      const list = async (kind: string, path: string) => {
        const { status, body } = await who.send('GET', `/api/organizations/${orgId}/${path}`);
        expect(status).toBe(200);
        return [kind, plain(kind, body)] as const;
      };
      return Object.fromEntries([
        await list('customers', 'customers'),
        await list('serviceTypes', 'service-types'),
        await list('customDataFields', 'custom-data-fields'),
        await list('equipment', 'equipment'),
        await list('implements', 'implements'),
        await list('daysOff', 'days-off'),
        await list('jobs', 'jobs'),
        await list('runs', 'runs'),
        await list('jobEntries', 'job-entries'),
        await list('rates', 'rates'),
        await list('billDrafts', 'bill-drafts'),
        await list('billingRecords', 'billing-records'),
        ...(await Promise.all(
          rowsIn(await exportedFiles(app.app, who, orgId), 'billingRecords').map(async ({ id, number }) => {
            const [, record] = await list('billingRecords', `billing-records/${String(id)}`);
            return [`record ${String(number)}`, record] as const;
          }),
        )),
      ]);
    };
    expect(asTyped(await answers(there, newBoss, newOrgId))).toEqual(await answers(here, boss, boss.orgId));
    const wrote = await newBoss.ok(contract.auditLogs.list, { params: { orgId: newOrgId }, query: { entityType: 'job_entry' } });
    expect(wrote.some(({ user }) => user?.username === luis.email && user.id < 0 && user.firstName === 'Dana')).toBe(true);
    expect(wrote.some(({ user }) => user?.id === newBoss.userId)).toBe(true);
    const [entry] = await newBoss.ok(contract.jobEntries.list, { params: { orgId: newOrgId }, query: { limit: '1' } });
    const photo = await newBoss.send('GET', `/api/photos/${entry?.photos[0]}`);
    expect(photo.status).toBe(200);
  });

  test('billing goes on: amounts come about again, links lead to what was imported, and no number is taken twice', async () => {
    const params = { orgId: newOrgId };
    const heads = () => newBoss.ok(contract.billingRecords.list, { params });
    const jobs = new Map((await newBoss.ok(contract.jobs.list, { params })).map(({ id, name }) => [id, name]));
    const entries = new Set((await newBoss.ok(contract.jobEntries.list, { params })).map(({ id }) => id));
    for (const { id } of await heads()) {
      const { content } = await newBoss.ok(contract.billingRecords.get, { params: { ...params, id } });
      expect(content.bill.lines.map(({ explanation }) => recompute(explanation))).toEqual(content.bill.lines.map(({ cents }) => cents));
      expect(content.jobs.map((job) => jobs.get(job.id))).toEqual(content.jobs.map(({ name }) => name));
      expect(content.bill.lines.flatMap(({ entryIds }) => entryIds).every((each) => entries.has(each))).toBe(true);
    }
    const idOf = (name: string) => [...jobs].find(([, each]) => each === name)?.[0] ?? 0;
    const ofJob = await boss.ok(contract.billDrafts.ofJob, { params: { id: billing.drafted } });
    const again = await newBoss.ok(contract.billDrafts.ofJob, { params: { id: idOf('East') } });
    expect(again.bill.grossCents).toBe(ofJob.bill.grossCents);
    expect(ofJob.bill.grossCents).toBeGreaterThan(0);
    await issue({ ...newBoss, ...params }, again.draftId ?? 0);
    await newBoss.ok(contract.jobs.update, { params: { id: idOf('West') }, body: { status: 'completed' } });
    const [last, before, ...more] = await heads();
    expect([last, before]).toMatchObject([
      { kind: 'reversal', number: 42, jobIds: [idOf('West')], reversesId: more.find(({ number }) => number === 3)?.id },
      { kind: 'bill', number: 5, jobIds: [idOf('East')] },
    ]);
    expect(more.map(({ number }) => number)).toEqual([4, 3, 41, 2, 40, 1]);
    expect((await boss.ok(contract.billingRecords.list, { params: boss })).length).toBe(6);
  });

  test('an earlier deletion can be undone, a new record has a new id, and field uses are counted', async () => {
    const params = { orgId: newOrgId };
    const log = await newBoss.ok(contract.auditLogs.list, { params, query: { action: 'delete', entityType: 'customer' } });
    await newBoss.ok(contract.auditLogs.undo, { params: { ...params, id: log[0]?.id ?? 0 } });
    const customers = await newBoss.ok(contract.customers.list, { params });
    expect(customers.map(({ businessName }) => businessName)).toEqual(['Pine Ridge Farms']);
    const made = await newBoss.ok(contract.customers.create, { params, body: { businessName: 'Newer' } });
    expect(made.id).toBeGreaterThan(customers[0]?.id ?? 0);
    const fields = await newBoss.ok(contract.customDataFields.list, { params });
    const were = await boss.ok(contract.customDataFields.list, { params: boss });
    expect(fields.map(({ name, usageCount }) => [name, usageCount])).toEqual(were.map(({ name, usageCount }) => [name, usageCount]));
    expect(fields.find(({ name }) => name === 'Truck')?.usageCount).toBe(3);
  });

  test('the others come in with the e-mail that they had, and with no other', async () => {
    const someone = await there.person();
    const again = await there.person({ email: luis.email });
    expect(await someone.ok(contract.organizations.list, {})).toEqual([]);
    expect(await again.ok(contract.organizations.list, {})).toMatchObject([{ id: newOrgId, role: 'basic' }]);
  });

  test('a person who is not the old owner takes their seat, and is not mistaken for them', async () => {
    const accountant = await there.person({ firstName: 'Ada', lastName: 'Berg' });
    const { body } = await sendArchive(accountant, await zipOf(files));
    const orgId = Number(Object(body)['id']);
    const [organization] = await accountant.ok(contract.organizations.list, {});
    expect(organization).toMatchObject({ id: orgId, role: 'owner' });
    const own = await accountant.ok(contract.employees.get, { params: { id: organization?.employeeId ?? 0 } });
    expect(own).toMatchObject({ firstName: 'Dana', email: accountant.email, isUser: true });
    const log = await accountant.ok(contract.auditLogs.list, { params: { orgId }, query: { entityType: 'job' } });
    expect(log.every(({ user }) => user?.id !== accountant.userId)).toBe(true);
  });

  test('an export of an import, and of one without a single file, can be imported too', async () => {
    const [again, alone] = [await there.person(), await there.person()];
    const twice = await sendArchive(again, (await exportOf(there.app, newBoss, newOrgId)).bytes);
    expect(twice).toMatchObject({ status: 201, body: { missingFiles: 0 } });
    const { id } = await alone.ok(contract.organizations.create, { body: { name: '农场' } });
    const small = await exportOf(there.app, alone, id);
    expect(small.headers['content-disposition']).toMatch(/filename="organization-/);
    expect((await sendArchive(alone, small.bytes)).status).toBe(201);
  });
});
