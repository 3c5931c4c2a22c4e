import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { localDate } from '#shared/lib/dates.ts';
import { COMPANIES } from '#server/demo/companies.ts';
import { type DemoAccounts, demoGreeting } from '#server/demo/demo-accounts.ts';
import { readArchiveFiles, rowsIn } from '#server/demo/archive-files.ts';
import { archivePathOf } from '#server/demo/import-company.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { photoFolder } from '#server/photo-folder.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Whatever the day: the import dates its own word in the history by the real clock. */
const NOW = new Date();
const TODAY = localDate(NOW);
/** Ten seconds on an idle machine. */
const LOADED_WITHIN_MS = 240_000;

let folder: string;
let photos: PhotoStore;
let app: TestApp;
let accounts: DemoAccounts;
const said: string[] = [];

const load = () =>
  loadDemo({
    db: app.db,
    photos,
    scratchFolder: join(folder, 'scratch'),
    now: () => NOW,
    today: TODAY,
    timeZone: 'UTC',
    say: (line) => said.push(line),
  });

const rows = <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> => app.db.query<Row>({ text, values });

const one = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row> => {
  const [row] = await rows<Row>(text, ...values);
  if (!row) {
    throw new Error(`No row: ${text}`);
  }
  return row;
};

/** Signs in as the demo's greeting says, and returns a function to make requests. */
const signIn = async (name: string, role: string) => {
  const account = accounts.find((candidate) => candidate.organization === name && candidate.role === role);
  const answer = await app.nobody.send('POST', '/api/login', { email: account?.email, password: account?.password });
  expect(answer.status).toBe(200);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const send = (method: string, url: string, body?: unknown) => app.nobody.send(method, url, body, { cookie });
  const [mine] = contract.organizations.list.response.parse((await send('GET', '/api/organizations')).body);
  return { cookie, send, orgId: mine?.id ?? 0, mine };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headland-demo-'));
  photos = photoFolder(join(folder, 'photos'));
  app = await createTestApp({ photos });
  const loaded = await load();
  accounts = loaded ?? [];
}, LOADED_WITHIN_MS);

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const HALVORSEN = 'Halvorsen Custom';

describe('the demo in the database', () => {
  test('contains what was promised', async () => {
    const counts = await rows(
      `select o.name, (select count(*) from customers where organization_id = o.id) as customers,
              (select count(*) from jobs where organization_id = o.id) as jobs,
              (select count(*) from job_entries where organization_id = o.id) as entries,
              (select count(*) from photos where organization_id = o.id) as photos,
              (select count(*) from custom_data_fields where organization_id = o.id and is_system) as "systemFields",
              (select count(*) from custom_data_fields where organization_id = o.id and name = 'Fuel' and field_type = 'number') as fuel
         from organizations o order by o.id`,
    );
    expect(counts).toEqual([
      { name: HALVORSEN, customers: 100, jobs: 400, entries: 10_000, photos: 44, systemFields: 6, fuel: 1 },
      expect.objectContaining({ name: 'Lohnunternehmen Tammkamp', customers: 12, jobs: 30, entries: 300, systemFields: 6, fuel: 1 }),
      expect.objectContaining({ name: 'Mesquite Fork Hay & Spray', customers: 12, jobs: 30, entries: 300, systemFields: 6, fuel: 1 }),
    ]);
    expect(said.at(-1)).toBe('  Mesquite Fork Hay & Spray: 12 customers, 30 jobs, 300 entries');
  });

  test('adds up to the same hours, fuel and loads as the archives', async () => {
    for (const company of COMPANIES) {
      const entries = rowsIn(await readArchiveFiles(archivePathOf(company)), 'jobEntries');
      const sum = (name: string) => entries.reduce((all, entry) => all + Math.round(Number(entry[name] ?? 0) * 100), 0) / 100;
      const totals = await one(
        `select sum(total_hours) as hours, sum(billable_hours) as billable, sum(fuel) as fuel, sum(loads) as loads
           from job_entries e join organizations o on o.id = e.organization_id where o.name = $1`,
        company.name,
      );
      expect(totals).toEqual({ hours: sum('totalHours'), billable: sum('billableHours'), fuel: sum('fuel'), loads: sum('loads') });
    }
  });

  test('refers to nothing outside the organization', async () => {
    const stray = await one(`
      select count(*) filter (where not exists (select from jobs j where (j.organization_id, j.id, j.customer_id) = (e.organization_id, e.job_id, e.customer_id))) as jobs,
             count(*) filter (where (select count(*) from equipment m where m.organization_id = e.organization_id and m.id = any (e.equipment_ids)
                                      and e.service_type_id = any (m.service_type_ids)) <> cardinality(e.equipment_ids)) as machines,
             count(*) filter (where (select count(*) from employees p where p.organization_id = e.organization_id and p.id = any (e.operator_ids)
                                      and p.is_operator) <> cardinality(e.operator_ids)) as operators,
             count(*) filter (where (select count(*) from photos f where f.organization_id = e.organization_id and f.name = any (e.photos)) <> cardinality(e.photos)) as photos,
             count(*) filter (where not exists (select from employees p where p.organization_id = e.organization_id and p.user_id = e.created_by)) as makers
        from job_entries e`);
    expect(stray).toEqual({ jobs: 0, machines: 0, operators: 0, photos: 0, makers: 0 });
    const fields = await one(`
      select count(*) from service_types s, unnest(s.custom_data_field_ids || s.required_field_ids) field
       where not exists (select from custom_data_fields f where f.organization_id = s.organization_id and f.id = field)`);
    expect(fields).toEqual({ count: 0 });
  });

  test('has ids in the order of time, and nothing after now', async () => {
    const wrong = await one(`
      select (select count(*) from (select created_at, lag(created_at) over (partition by organization_id order by id) as before from job_entries) e
               where created_at < before) as entries,
             (select count(*) from (select "timestamp", lag("timestamp") over (partition by organization_id order by id) as before from audit_logs) a
               where "timestamp" < before) as history`);
    expect(wrong).toEqual({ entries: 0, history: 0 });
    const latest = await one<{ latest: string }>(
      `select greatest(max(updated_at), (select max("timestamp") from audit_logs)) as latest from job_entries`,
    );
    // The last of all is that it was imported.
    expect(Date.parse(latest.latest)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(latest.latest)).toBeGreaterThan(NOW.getTime() - 3_600_000);
  });

  test('has one audit row for each version of each record', async () => {
    const KINDS = { job_entry: 'job_entries', job: 'jobs', customer: 'customers', equipment: 'equipment', service_type: 'service_types' };
    for (const [kind, table] of Object.entries(KINDS)) {
      const { count } = await one<{ count: number }>(
        `select count(*) from ${table} r where r.version <> (select count(*) from audit_logs a
          where a.organization_id = r.organization_id and a.entity_type = $1 and a.entity_id = r.id)`,
        kind,
      );
      expect(`${table}: ${count}`).toBe(`${table}: 0`);
    }
  });

  test('is not loaded a second time', async () => {
    const before = await one('select count(*), max(id) from audit_logs');
    expect(await load()).toBeNull();
    expect(await one('select count(*), max(id) from audit_logs')).toEqual(before);
    expect(await one('select count(*) from organizations')).toEqual({ count: 3 });
  });
});

describe('the demo through the API', () => {
  test('lets each printed account in, with its level', async () => {
    expect(accounts.length).toBeGreaterThan(9);
    expect(await one('select count(*) from users where not email_verified')).toEqual({ count: 0 });
    for (const { organization: name, role, email, password } of accounts) {
      const { mine } = await signIn(name, role);
      expect([mine?.name, mine?.role, mine?.onboardingCompleted]).toEqual([name, role, true]);
      const lines = demoGreeting(accounts).split('\n');
      expect(lines.filter((line) => line.includes(email) && line.includes(name))).toHaveLength(1);
      expect(lines[0]).toContain(password);
    }
  });

  test('answers every list as the contract says', async () => {
    const { send, orgId } = await signIn(HALVORSEN, 'basic');
    const list = async (path: string) => (await send('GET', `/api/organizations/${orgId}/${path}`)).body;
    expect(contract.customers.list.response.parse(await list('customers'))).toHaveLength(100);
    expect(contract.jobs.list.response.parse(await list('jobs?status=open'))).toHaveLength(40);
    expect(contract.jobEntries.list.response.parse(await list('job-entries?limit=500'))).toHaveLength(500);
    expect(contract.employees.list.response.parse(await list('employees'))).toHaveLength(40);
    expect(contract.equipment.list.response.parse(await list('equipment'))).toHaveLength(50);
    expect(
      contract.serviceTypes.list.response
        .parse(await list('service-types'))
        .every(({ linkedEquipmentIds }) => linkedEquipmentIds.length > 0),
    ).toBe(true);
    expect(
      contract.customDataFields.list.response.parse(await list('custom-data-fields')).find(({ name }) => name === 'Fuel')?.usageCount,
    ).toBeGreaterThan(5000);
  });

  test('shows its pictures to members and to nobody else', async () => {
    const { cookie, orgId } = await signIn(HALVORSEN, 'employee');
    const { name, byteLength } = await one<{ name: string; byteLength: number }>(
      `select name, byte_length as "byteLength" from photos where organization_id = $1 limit 1`,
      orgId,
    );
    const answer = await app.app.inject({ url: `/api/photos/${name}`, headers: { cookie } });
    expect([answer.statusCode, answer.headers['content-type'], answer.rawPayload.length]).toEqual([200, 'image/png', byteLength]);
    expect(`${createHash('sha256').update(answer.rawPayload).digest('hex')}.png`).toBe(name);
    const stranger = await signIn('Mesquite Fork Hay & Spray', 'owner');
    expect((await stranger.send('GET', `/api/photos/${name}`)).status).toBe(404);
  });

  test('has a season of bills: numbers without a gap, each job on one live record, and every cent shared out', async () => {
    const wrong = await one(
      `
      select (select count(*) from (select number, row_number() over (partition by organization_id, year order by id) as place from billing_records) r
               where number <> place) as numbers,
             (select count(*) from billing_numbers n where last <> (select max(number) from billing_records r
               where (r.organization_id, r.year) = (n.organization_id, n.year))) as last,
             (select count(*) from jobs j where (status = 'billed') <> exists (select from billed_jobs b
               where (b.organization_id, b.job_id) = (j.organization_id, j.id))) as jobs,
             (select count(*) from billing_records r join billed_jobs b on (b.organization_id, b.record_id) = (r.organization_id, r.id)
               where net_cents <> (select sum(cents) from billing_shares s where (s.organization_id, s.record_id) = (r.organization_id, r.id))) as shares,
             (select count(*) from billing_records where created_at > $1) as late`,
      NOW,
    );
    expect(wrong).toEqual({ numbers: 0, last: 0, jobs: 0, shares: 0, late: 0 });
    const { send, orgId } = await signIn(HALVORSEN, 'manager');
    const list = async (path: string) => (await send('GET', `/api/organizations/${orgId}/${path}`)).body;
    const heads = contract.billingRecords.list.response.parse(await list('billing-records'));
    expect(heads.length).toBeGreaterThan(200);
    const states = new Set(heads.map(({ state }) => state));
    expect(['paid', 'overdue', 'void', 'reversal'].filter((state) => !states.has(state as (typeof heads)[number]['state']))).toEqual([]);
    expect(contract.billDrafts.list.response.parse(await list('bill-drafts'))).toHaveLength(2);
    const again = heads.find(
      (head) => head.kind === 'bill' && head.reversedById === null && head.id > (heads.find(({ kind }) => kind === 'reversal')?.id ?? 0),
    );
    const record = contract.billingRecords.get.response.parse(await list(`billing-records/${again?.id}`));
    const now = contract.billDrafts.ofJob.response.parse((await send('GET', `/api/jobs/${record.jobIds[0]}/bill`)).body);
    expect(now.bill).toEqual(record.content.bill);
    const summary = contract.jobs.summary.response.parse((await send('GET', `/api/jobs/${record.jobIds[0]}/summary`)).body);
    expect(record.content.quantities).toEqual([summary]);
    const money = contract.reports.money.response.parse(await list('reports/money?by=machine'));
    expect(money.currencies.map(({ currency }) => currency)).toEqual(['USD']);
    expect(money.currencies[0]?.totals.marginCents).toBeGreaterThan(0);
  });

  test('has recent activity, written as the server writes it', async () => {
    const { send, orgId } = await signIn(HALVORSEN, 'manager');
    const recent = contract.auditLogs.list.response.parse((await send('GET', `/api/organizations/${orgId}/audit-logs?limit=1000`)).body);
    expect(recent).toHaveLength(1000);
    expect(recent.every(({ user }) => user?.firstName && user.lastName)).toBe(true);
    const kinds = new Set(recent.map(({ entityType, action }) => `${action} ${entityType}`));
    expect(['create job', 'create job_entry', 'update job', 'update job_entry'].filter((kind) => !kinds.has(kind))).toEqual([]);

    // The same entry, logged once more through the API, must leave the same trace.
    const open = await rows<{ id: number }>(`select id from jobs where organization_id = $1 and status = 'open'`, orgId);
    const openIds = new Set(open.map(({ id }) => id));
    const mine = recent.find(
      ({ entityType, action, changes }) => entityType === 'job_entry' && action === 'create' && openIds.has(Number(changes.new?.['jobId'])),
    );
    const given = mine?.changes.new ?? {};
    const again = await send('POST', `/api/jobs/${String(given['jobId'])}/entries`, given);
    expect(again.status).toBe(201);
    const [theirs] = contract.auditLogs.list.response.parse((await send('GET', `/api/organizations/${orgId}/audit-logs?limit=1`)).body);
    expect(theirs?.changes).toEqual(mine?.changes);
    expect([theirs?.entityType, theirs?.action, theirs?.subject]).toEqual([mine?.entityType, mine?.action, mine?.subject]);
    const copy = contract.jobEntries.get.response.parse(again.body);
    const original = contract.jobEntries.get.response.parse((await send('GET', `/api/job-entries/${mine?.entityId}`)).body);
    const { id: _i, createdAt: _c, updatedAt: _u, createdBy: _b, updatedBy: _w, version: _v, ...same } = original;
    expect(copy).toMatchObject(same);
  });

  test('lets work continue: a job is completed and billed by those who may', async () => {
    const { send, orgId } = await signIn(HALVORSEN, 'manager');
    const [open] = contract.jobs.list.response.parse((await send('GET', `/api/organizations/${orgId}/jobs?status=open`)).body);
    const billed = await send('PATCH', `/api/jobs/${open?.id}`, { status: 'billed' });
    expect(contract.jobs.get.response.parse(billed.body).status).toBe('billed');
  });
});
