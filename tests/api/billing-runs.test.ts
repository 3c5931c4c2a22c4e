import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { BillingRunInput } from '#shared/billing/schemas/billing-run.ts';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { attemptLimits } from '#server/auth/attempt-limits.ts';
import { createPost } from '#server/mail/smtp-post.ts';
import { sendMails } from '#server/commands/send-mails.ts';
import { type Mailbox, openMailbox } from '#tests/support/mailbox.ts';
import { watchStatements } from '#tests/support/sent-statements.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { billingOf } from './billing-field.ts';
import type { Member } from './world.ts';

let mailbox: Mailbox;
let testApp: TestApp;
let clock = Date.parse('2025-10-09T12:00:00Z');

beforeAll(async () => {
  mailbox = await openMailbox();
  testApp = await createTestApp({ publicUrl: 'http://farm.test', hasMail: true, now: () => new Date(clock) });
});

afterAll(async () => {
  await testApp.close();
  await mailbox.close();
});

beforeEach(() => {
  clock = Date.parse('2025-10-09T12:00:00Z');
  mailbox.answer = null;
});

type Item = BillingRunInput['items'][number];

/** The bill as it is seen, to be issued. */
const wished = ({ customerId, jobs, digest, grossCents, way, recipients }: UnbilledBill): Item => ({
  customerId,
  jobIds: jobs.map(({ id }) => id),
  digest,
  grossCents: grossCents ?? 0,
  way,
  recipients,
});

const begin = async () => {
  const billing = await billingOf(await testApp.owner());
  const { boss, world } = billing;
  const params = { orgId: boss.orgId };
  await billing.setRate('100');
  const customer = async (businessName: string, more: object = {}) =>
    (await boss.ok(contract.customers.create, { params, body: { businessName, ...more } })).id;
  const job = async (customerId: number, name: string, hours: number | null = 2) => {
    const { id } = await boss.ok(contract.jobs.create, { params, body: { name, customerId } });
    if (hours !== null) {
      await billing.log(id, hours);
    }
    await billing.setStatus(id, 'completed');
    return id;
  };
  const listed = async (who: Member = boss, query: { completedBy?: string; checked?: 'true' } = {}) =>
    (await who.ok(contract.unbilledBills.list, { params, query })).flatMap(({ bills }) => bills);
  const start = (items: readonly Item[], more: Partial<BillingRunInput> = {}) =>
    boss.ok(contract.billingRuns.create, { params, body: { items: [...items], ...more } });
  const look = (id: number) => boss.ok(contract.billingRuns.get, { params: { ...params, id } });
  return { ...billing, world, params, customer, job, listed, start, look };
};

const mailsOf = (orgId: number) =>
  testApp.db.query<{ recipient: string; subject: string }>({
    text: 'select recipient, subject from mails where event_organization_id = $1 order by id',
    values: [orgId],
  });

describe('the bills that completed jobs would make', () => {
  test('are one for each customer, or one for each job, as the customer wishes; else as the organization does', async () => {
    const { boss, params, customer, job, listed } = await begin();
    const [together, apart] = [await customer('Aakre Brothers'), await customer('Bell Farms', { billGrouping: 'job' })];
    const jobs = [await job(together, 'North'), await job(together, 'South', 3), await job(apart, 'East'), await job(apart, 'West')];
    const names = (bills: readonly UnbilledBill[]) =>
      bills.map(({ customerName, jobs: own }) => [customerName, ...own.map(({ name }) => name)]);
    expect(names(await listed())).toEqual([
      ['Aakre Brothers', 'North', 'South'],
      ['Bell Farms', 'East'],
      ['Bell Farms', 'West'],
    ]);
    await boss.ok(contract.billingSettings.update, { params, body: { grouping: 'job' } });
    expect((await listed()).map(({ jobs: own }) => own.map(({ id }) => id))).toEqual(jobs.map((id) => [id]));
  });

  test('say what was worked, what it comes to, whom it goes to, and what stands against it', async () => {
    const { boss, customer, job, listed, world, params } = await begin();
    const reached = await customer('Aakre Brothers', {
      email: 'office@aakre.example',
      contacts: [
        { name: 'Ann', email: 'ann@aakre.example', getsBills: true },
        { name: 'Bo', email: 'bo@aakre.example', getsBills: false },
      ],
    });
    await job(reached, 'North');
    const unrated = await job(await customer('Mbekeni Land'), 'Hay', null);
    const { id: haulingId } = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Hauling' } });
    await boss.ok(contract.jobs.update, { params: { id: unrated }, body: { status: 'open' } });
    await boss.ok(contract.jobEntries.create, {
      params: { id: unrated },
      body: { serviceTypeId: haulingId, date: '2025-06-18', totalHours: 4 },
    });
    await boss.ok(contract.jobs.update, { params: { id: unrated }, body: { status: 'completed' } });
    const paper = await customer('Zell', { email: 'zell@zell.example', billWay: 'print' });
    await job(paper, 'Paper');
    const [aakre, mbekeni, zell] = await listed();
    expect(aakre).toMatchObject({
      customerName: 'Aakre Brothers',
      way: 'mail',
      recipients: ['office@aakre.example', 'ann@aakre.example'],
      hasAmount: true,
      grossCents: 20_000,
      creditCents: 0,
      hindrance: null,
      unrated: [],
      jobs: [{ name: 'North', from: '2025-06-20', to: '2025-06-20', entryCount: 1, uncheckedCount: 1, cents: 20_000 }],
    });
    expect(mbekeni).toMatchObject({ hasAmount: false, grossCents: null, unrated: ['Hauling'], way: 'none', recipients: [] });
    expect(zell).toMatchObject({ way: 'print', recipients: ['zell@zell.example'] });
    expect(world.orgId).toBe(boss.orgId);
  });

  test('a draft keeps its jobs together and says what is added; with work that goes on it cannot be billed from here', async () => {
    const { boss, customer, job, listed, params, addJob, world } = await begin();
    const id = await customer('Aakre Brothers');
    const jobIds = [await job(id, 'North'), await job(id, 'South')];
    await job(id, 'Alone');
    const lines = [{ label: 'Stones', jobId: null, quantity: '1', unit: null, price: '7.5', taxPercent: null, taxIncluded: null }];
    await boss.ok(contract.billDrafts.create, { params, body: { jobIds, lines } });
    const bills = await listed();
    expect(bills.map(({ jobs: own, grossCents }) => [own.map(({ name }) => name), grossCents])).toEqual([
      [['North', 'South'], 40_750],
      [['Alone'], 20_000],
    ]);
    const open = await addJob('Open');
    const done = await job(world.customerId, 'Done');
    await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [open, done] } });
    expect((await listed()).find(({ customerId }) => customerId === world.customerId)).toMatchObject({ hindrance: 'draftOpen' });
  });

  test('are of jobs completed by a day of the organization, and of checked ones only, where that is asked for', async () => {
    const { boss, customer, job, listed, params } = await begin();
    await boss.ok(contract.organizations.update, { params, body: { timeZone: 'America/Chicago' } });
    const id = await customer('Aakre Brothers');
    // The database says when a job is completed. Eleven in the evening of the eighth there, and midnight.
    const completedAt = (jobId: number, moment: string) =>
      testApp.db.query({ text: 'update jobs set completed_at = $2 where id = $1', values: [jobId, moment] });
    await completedAt(await job(id, 'Evening'), '2025-10-09T04:59:59Z');
    const next = await job(id, 'Midnight');
    await completedAt(next, '2025-10-09T05:00:00Z');
    const names = async (query: object) => (await listed(boss, query)).flatMap(({ jobs: own }) => own.map(({ name }) => name));
    expect(await names({})).toEqual(['Evening', 'Midnight']);
    expect(await names({ completedBy: '2025-10-08' })).toEqual(['Evening']);
    expect(await names({ completedBy: '2025-10-09' })).toEqual(['Evening', 'Midnight']);
    expect(await names({ checked: 'true' })).toEqual([]);
    const [entry] = await boss.ok(contract.jobEntries.list, { params, query: { jobId: String(next) } });
    const entries = [{ id: entry?.id ?? 0, version: entry?.version ?? 0 }];
    await boss.ok(contract.entryChecks.set, { params, body: { isChecked: true, entries } });
    expect(await names({ checked: 'true' })).toEqual(['Midnight']);
  });

  test('are read in a constant number of statements, and page by page', async () => {
    const { boss, customer, job, listed, params } = await begin();
    const make = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const id = await customer(`Farm ${index}`);
        await job(id, 'North');
        await job(id, 'South');
      }
    };
    await make(1);
    await listed();
    const count = async () => {
      let sent = 0;
      const watch = watchStatements(() => {
        sent += 1;
        return undefined;
      });
      await listed();
      watch.restore();
      return sent;
    };
    const few = await count();
    await make(12);
    expect(await count()).toBe(few);
    const first = await boss.send('GET', `/api/organizations/${params.orgId}/unbilled-bills?limit=10`);
    expect((first.body as unknown[]).length).toBe(10);
    const [, next = ''] = /<([^>]+)>/.exec(String(first.headers['link'])) ?? [];
    expect(((await boss.send('GET', next)).body as unknown[]).length).toBe(3);
  });

  test('the preview of some jobs is the bill that the listing means, with its lines', async () => {
    const { boss, customer, job, listed, params } = await begin();
    const id = await customer('Aakre Brothers');
    const jobIds = [await job(id, 'North'), await job(id, 'South', 3)];
    const [bill] = await listed();
    const preview = (ids: readonly number[]) => boss.ok(contract.unbilledBills.preview, { params, query: { jobIds: ids.join(',') } });
    const { bill: computed, customer: party, paymentDays, ...said } = await preview(jobIds);
    expect(said).toEqual(bill);
    expect(computed?.lines).toHaveLength(2);
    expect([party.businessName, paymentDays]).toEqual(['Aakre Brothers', 30]);
    expect((await preview(jobIds.slice(1))).grossCents).toBe(30_000);
    const other = await job(await customer('Zell'), 'East');
    const refused = await boss.try(contract.unbilledBills.preview, { params, query: { jobIds: `${jobIds[0]},${other}` } });
    expect(refused.status).toBe(400);
  });
});

describe('a billing run', () => {
  test('issues what was seen in its order, marks the jobs billed, mails each bill once, and tells how far it is', async () => {
    const { boss, customer, job, listed, start, look, records, statusOf } = await begin();
    const ids = [];
    for (const [name, email] of [
      ['Aakre', 'aakre@farm.example'],
      ['Bell', null],
      ['Cole', 'cole@farm.example'],
    ] as const) {
      ids.push(await job(await customer(name, { email, language: name === 'Cole' ? 'de' : null }), `${name} field`));
    }
    const run = await start((await listed()).map(wished), { issuedOn: '2025-10-08', message: ' See you next year. ' });
    expect(run).toMatchObject({ count: 3, waiting: 3, done: 0, finishedAt: null, issuedOn: '2025-10-08' });
    expect(await records()).toEqual([]);
    await Promise.all([boss.inBackground(), boss.inBackground()]);
    const after = await look(run.id);
    expect(after).toMatchObject({ waiting: 0, toMail: 0, done: 3, failed: 0, toPrint: 1, toPost: 1 });
    expect(after.finishedAt).not.toBeNull();
    expect(after.items.map(({ label, customerName, isSent }) => [label, customerName, isSent])).toEqual([
      ['2025-1', 'Aakre', true],
      ['2025-2', 'Bell', false],
      ['2025-3', 'Cole', true],
    ]);
    expect((await records()).map(({ issuedOn, grossCents, jobIds }) => [issuedOn, grossCents, jobIds])).toEqual(
      ids.toReversed().map((id) => ['2025-10-08', 20_000, [id]]),
    );
    expect(await Promise.all(ids.map(statusOf))).toEqual(['billed', 'billed', 'billed']);
    await boss.inBackground();
    expect((await mailsOf(boss.orgId)).map(({ recipient }) => recipient)).toEqual(['aakre@farm.example', 'cole@farm.example']);
    const post = createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' });
    await sendMails({ db: testApp.db.app, post, now: () => new Date(clock), say: () => undefined });
    expect(mailbox.mails.filter(({ to }) => to.includes('aakre@farm.example'))).toHaveLength(1);
    const [newest] = await boss.ok(contract.auditLogs.list, {
      params: boss,
      query: { action: 'create', entityType: 'billing_record', limit: '1' },
    });
    expect(newest).toMatchObject({ subject: '2025-3', user: { id: boss.userId } });
  });

  test('a bill that is another one by now is not issued, says what it would be, and is issued when that was seen', async () => {
    const { boss, customer, job, listed, start, look, log, setStatus, records, params } = await begin();
    const jobId = await job(await customer('Aakre'), 'North');
    await job(await customer('Bell'), 'South');
    const run = await start((await listed()).map(wished));
    await setStatus(jobId, 'open');
    await log(jobId, 1);
    await setStatus(jobId, 'completed');
    await boss.inBackground();
    const [failed, done] = (await look(run.id)).items;
    expect(done).toMatchObject({ state: 'done', label: '2025-1' });
    expect(failed).toMatchObject({ state: 'failed', recordId: null, reason: { messageCode: 'billChanged' }, now: { grossCents: 30_000 } });
    const items = [{ place: 1, digest: failed?.now?.digest ?? '', grossCents: 30_000 }];
    await boss.ok(contract.billingRuns.retry, { params: { ...params, id: run.id }, body: { items } });
    await boss.inBackground();
    expect((await look(run.id)).items[0]).toMatchObject({ state: 'done', label: '2025-2', reason: null, now: null });
    expect((await records())[0]).toMatchObject({ label: '2025-2', grossCents: 30_000 });
  });

  test.each([
    ['billed by somebody else', 'jobBilledAlready', (job: number, of: Awaited<ReturnType<typeof begin>>) => of.setStatus(job, 'billed')],
    ['open again', 'jobNotToBill', (job: number, of: Awaited<ReturnType<typeof begin>>) => of.setStatus(job, 'open')],
    [
      'given to another customer',
      'jobGoneMeanwhile',
      async (id: number, { boss, customer }: Awaited<ReturnType<typeof begin>>) =>
        boss.ok(contract.jobs.update, { params: { id }, body: { customerId: await customer('Other') } }),
    ],
    [
      'put on a draft with others',
      'jobsSharedDraft',
      async (id: number, { boss, params, job, world: { customerId } }: Awaited<ReturnType<typeof begin>>) =>
        boss.ok(contract.billDrafts.create, { params, body: { jobIds: [id, await job(customerId, 'Other')] } }),
    ],
  ])('a job that was %s in the meantime keeps its reason, takes no number, and the others go on', async (_, code, meanwhile) => {
    const of = await begin();
    const { boss, job, listed, start, look, customer, world } = of;
    const jobId = await job(world.customerId, 'North');
    await job(await customer('Zell'), 'South');
    const run = await start((await listed()).map(wished));
    await meanwhile(jobId, of);
    const before = (await of.records()).length;
    await boss.inBackground();
    const { items } = await look(run.id);
    const mine = items.find(({ jobIds }) => jobIds.includes(jobId));
    expect(mine).toMatchObject({ state: 'failed', recordId: null, reason: { messageCode: code }, causeJobId: jobId });
    expect(items.find((item) => item !== mine)).toMatchObject({ state: 'done', label: `2025-${before + 1}` });
  });

  test('of a bill of several jobs the one that keeps it from being issued is named', async () => {
    const { boss, job, listed, start, look, setStatus, world } = await begin();
    const [, second] = [await job(world.customerId, 'North'), await job(world.customerId, 'South')];
    const run = await start((await listed()).map(wished));
    await setStatus(second, 'open');
    await boss.inBackground();
    expect((await look(run.id)).items).toMatchObject([{ state: 'failed', causeJobId: second }]);
  });

  test('a person who may no longer bill bills nothing; another one who may tries it again', async () => {
    const { boss, customer, job, listed, look, params, records } = await begin();
    await job(await customer('Aakre'), 'North');
    const manager = await testApp.member(boss, 'manager');
    const run = await manager.ok(contract.billingRuns.create, { params, body: { items: (await listed(manager)).map(wished) } });
    await boss.ok(contract.employees.update, { params: { id: manager.employeeId }, body: { accessLevel: 'advanced' } });
    await boss.inBackground();
    const [item] = (await look(run.id)).items;
    expect(item).toMatchObject({ state: 'failed', reason: { messageCode: 'accessLevelTooLow' } });
    expect(await records()).toEqual([]);
    const items = [{ place: 1, digest: item?.digest ?? '', grossCents: item?.grossCents ?? 0 }];
    await boss.ok(contract.billingRuns.retry, { params: { ...params, id: run.id }, body: { items } });
    await boss.inBackground();
    expect((await look(run.id)).items[0]).toMatchObject({ state: 'done' });
    expect(await records()).toMatchObject([{ createdBy: boss.userId }]);
  });

  test('the same bill in many runs at once is issued once', async () => {
    const { boss, customer, job, listed, start, look, records } = await begin();
    await job(await customer('Aakre', { email: 'once@farm.example' }), 'North');
    const items = (await listed()).map(wished);
    const runs = await Promise.all(Array.from({ length: 6 }, () => start(items)));
    await Promise.all(Array.from({ length: 4 }, () => boss.inBackground()));
    const states = (await Promise.all(runs.map(({ id }) => look(id)))).flatMap(({ items: [item] }) => item?.state);
    expect(states.toSorted()).toEqual(['done', ...Array.from({ length: 5 }, () => 'failed')]);
    expect(await records()).toHaveLength(1);
    expect(await mailsOf(boss.orgId)).toHaveLength(1);
  });

  test('an address that had too many mails keeps none from the others', async () => {
    const { boss, customer, job, listed, start, look } = await begin();
    const busy = `busy-${boss.orgId}@farm.example`;
    await job(await customer('Aakre', { email: busy }), 'North');
    await job(await customer('Bell', { email: `bell-${boss.orgId}@farm.example` }), 'South');
    const limits = attemptLimits(testApp.db.app, () => new Date(clock));
    for (let count = 0; count < 30; count += 1) {
      await limits.reserve(['billMailToAddress', busy]);
    }
    const run = await start((await listed()).map(wished));
    await boss.inBackground();
    const states = async () => (await look(run.id)).items.map(({ state }) => state);
    expect(await states()).toEqual(['issued', 'done']);
    clock += 2 * 3_600_000;
    await boss.inBackground();
    expect(await states()).toEqual(['done', 'done']);
  });

  test('mails beyond what an hour allows wait, and go out when it is over', async () => {
    const { boss, customer, job, listed, start, look } = await begin();
    const id = await customer('Aakre', { email: 'many@farm.example', billGrouping: 'job' });
    // One address gets thirty bills an hour.
    for (let count = 0; count < 32; count += 1) {
      await job(id, `Field ${count}`);
    }
    const run = await start((await listed()).map(wished));
    await boss.inBackground();
    expect(await look(run.id)).toMatchObject({ waiting: 0, failed: 0, done: 30, toMail: 2, finishedAt: null });
    clock += 61 * 60_000;
    await boss.inBackground();
    expect(await look(run.id)).toMatchObject({ done: 32, toMail: 0 });
    expect(await mailsOf(boss.orgId)).toHaveLength(32);
  });

  test('a bill that was voided before its mail went out is not mailed', async () => {
    const { boss, customer, job, listed, start, look, setStatus } = await begin();
    const id = await customer('Aakre', { email: 'many@void.example', billGrouping: 'job' });
    const jobIds = [];
    for (let count = 0; count < 31; count += 1) {
      jobIds.push(await job(id, `Field ${count}`));
    }
    const run = await start((await listed()).map(wished));
    await boss.inBackground();
    const { items } = await look(run.id);
    const waiting = items.find(({ state }) => state === 'issued');
    await setStatus(waiting?.jobIds[0] ?? 0, 'open');
    clock += 61 * 60_000;
    await boss.inBackground();
    expect((await look(run.id)).items.find(({ place }) => place === waiting?.place)).toMatchObject({
      state: 'failed',
      reason: { messageCode: 'runMailVoided' },
    });
    expect(await mailsOf(boss.orgId)).toHaveLength(30);
  });

  test('is one PDF for the printer, whose bills are posted when somebody says so', async () => {
    const { boss, customer, job, listed, start, look, params } = await begin();
    for (const name of ['Aakre', 'Bell']) {
      await job(await customer(name), name);
    }
    await job(await customer('Cole', { email: 'cole@print.example' }), 'Cole');
    const run = await start((await listed()).map(wished));
    const at = `/api/organizations/${params.orgId}/billing-runs/${run.id}`;
    expect((await boss.send('GET', `${at}/document`)).status).toBe(409);
    await boss.inBackground();
    const pages = async (which: string) => {
      const { body, status, headers } = await boss.send('GET', `${at}/document?which=${which}`);
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
      return String(body).match(/\/Type\s*\/Page\b/g)?.length ?? String(body).length;
    };
    expect(await pages('all')).toBeGreaterThan(await pages('print'));
    const posted = await boss.ok(contract.billingRuns.posted, { params: { ...params, id: run.id }, body: { sentOn: '2025-10-10' } });
    expect(posted).toMatchObject({ toPrint: 2, toPost: 0 });
    const [first] = posted.items;
    const standing = await boss.ok(contract.paymentStatuses.get, { params: { ...params, id: first?.recordId ?? 0 } });
    expect(standing.events).toMatchObject([{ kind: 'sent', way: 'post', happenedOn: '2025-10-10' }]);
    await boss.ok(contract.billingRuns.posted, { params: { ...params, id: run.id }, body: { sentOn: '2025-10-10' } });
    expect((await boss.ok(contract.paymentStatuses.get, { params: { ...params, id: first?.recordId ?? 0 } })).events).toHaveLength(1);
    expect((await look(run.id)).items.map(({ isSent }) => isSent)).toEqual([true, true, true]);
  });

  test('refuses what cannot be sent or dated before anything is stored', async () => {
    const { boss, customer, job, listed, params } = await begin();
    await job(await customer('Aakre'), 'North');
    const [item] = (await listed()).map(wished);
    const attempt = (body: object) => boss.send('POST', `/api/organizations/${params.orgId}/billing-runs`, body);
    const all = async (...bodies: object[]) => Promise.all(bodies.map(async (body) => (await attempt(body)).status));
    expect(
      await all(
        { items: [] },
        { items: [item, item] },
        { items: [{ ...item, way: 'mail', recipients: [] }] },
        { items: [{ ...item, way: 'fax' }] },
        { items: [{ ...item, digest: '' }] },
        { items: [{ ...item, recipients: Array.from({ length: 6 }, (_, index) => `a${index}@b.example`) }] },
        { items: [{ ...item, jobIds: [2_000_000_000] }] },
        { items: [item], issuedOn: '2025-11-30' },
      ),
    ).toEqual([400, 400, 400, 400, 400, 400, 400, 400]);
    expect(await boss.ok(contract.billingRuns.list, { params })).toEqual([]);
  });
});

describe('a mail of a run that no mail server takes', () => {
  const send = () => {
    const post = createPost({ smtpUrl: mailbox.url, from: 'Headland <headland@farm.test>' });
    return sendMails({ db: testApp.db.app, post, now: () => new Date(clock), say: () => undefined });
  };
  /** Two bills by mail, the first to two addresses, and one to print; the mails are queued. */
  const mailed = async () => {
    const of = await begin();
    const { boss, customer, job, listed, start } = of;
    const contacts = [{ name: 'Ann', email: 'ann@aakre.example', getsBills: true }];
    await job(await customer('Aakre', { email: 'office@aakre.example', contacts }), 'North');
    await job(await customer('Bell', { email: 'bell@farm.example' }), 'South');
    await job(await customer('Cole'), 'East');
    const { id } = await start((await listed()).map(wished));
    await boss.inBackground();
    return { ...of, runId: id };
  };
  const headOf = async ({ boss, params, runId }: Awaited<ReturnType<typeof mailed>>) =>
    (await boss.ok(contract.billingRuns.list, { params })).find(({ id }) => id === runId);

  test('stays in the run with address and reason, until the bill is mailed again', async () => {
    const of = await mailed();
    const { boss, params, look, runId } = of;
    expect(await headOf(of)).toMatchObject({ done: 3, issued: 3, onTheWay: 2, undelivered: 0, lastUndelivered: null });
    mailbox.answer = { code: 550, text: 'no such mailbox\u0000\u0007' };
    await send();
    const head = await headOf(of);
    expect(head).toMatchObject({ done: 3, failed: 0, onTheWay: 0, undelivered: 2 });
    expect(head?.lastUndelivered).toBeGreaterThan(0);
    expect(head?.createdByName).toBe(
      (await boss.ok(contract.employees.list, { params })).map(({ firstName, lastName }) => `${firstName} ${lastName}`)[0],
    );
    const [aakre, bell, cole] = (await look(runId)).items;
    const reason = '550 no such mailbox';
    expect(aakre).toMatchObject({
      isSent: false,
      undelivered: [
        { recipient: 'office@aakre.example', reason },
        { recipient: 'ann@aakre.example', reason },
      ],
    });
    expect([bell?.undelivered, cole?.undelivered]).toEqual([[{ recipient: 'bell@farm.example', reason }], []]);
    const listedBack = async () =>
      (await boss.ok(contract.billingRecords.list, { params })).filter(({ isUndelivered }) => isUndelivered).map(({ label }) => label);
    expect(await listedBack()).toEqual(['2025-2', '2025-1']);
    mailbox.answer = null;
    const at = (recordId: number | null | undefined) => ({ params: { ...params, id: recordId ?? 0 } });
    await boss.ok(contract.paymentStatuses.mail, { ...at(aakre?.recordId), body: { to: 'office@aakre.example' } });
    await boss.ok(contract.paymentStatuses.markSent, { ...at(bell?.recordId), body: { sentOn: '2025-10-09', way: 'post' } });
    expect(await headOf(of)).toMatchObject({ undelivered: 0, onTheWay: 1, lastUndelivered: null });
    expect(await listedBack()).toEqual([]);
    expect((await look(runId)).items.map(({ undelivered, isSent }) => [undelivered, isSent])).toEqual([
      [[], true],
      [[], true],
      [[], false],
    ]);
  });

  test('is known as well where it was tried for days in vain; of a voided bill nobody has to know', async () => {
    const of = await mailed();
    const { look, runId, setStatus } = of;
    mailbox.answer = { code: 450, text: 'try later' };
    await send();
    expect(await headOf(of)).toMatchObject({ undelivered: 0, onTheWay: 2 });
    clock += 4 * 24 * 60 * 60_000;
    await send();
    const { items } = await look(runId);
    expect(items[1]?.undelivered).toEqual([{ recipient: 'bell@farm.example', reason: null }]);
    await setStatus(items[1]?.jobIds[0] ?? 0, 'open');
    expect(await headOf(of)).toMatchObject({ undelivered: 1 });
  });
});

describe('work without any amount', () => {
  test('that is marked billed takes no number of a bill, and neither does its reversal', async () => {
    const { boss, customer, job, listed, start, look, records, setStatus, world } = await begin();
    const { id } = await boss.ok(contract.serviceTypes.create, { params: boss, body: { name: 'Free' } });
    const free = await boss.ok(contract.jobs.create, { params: boss, body: { name: 'Favour', customerId: world.customerId } });
    await boss.ok(contract.jobEntries.create, { params: { id: free.id }, body: { serviceTypeId: id, date: '2025-06-20', totalHours: 1 } });
    await setStatus(free.id, 'billed');
    await setStatus(free.id, 'open');
    await setStatus(free.id, 'completed');
    await job(await customer('Aakre'), 'North');
    const run = await start((await listed()).map(wished));
    await boss.inBackground();
    expect((await look(run.id)).items.map(({ label }) => label).toSorted()).toEqual(['2025-1', 'L-2025-3']);
    expect((await records()).map(({ label, kind, series }) => [label, kind, series])).toEqual([
      ['L-2025-3', 'bill', 'quantities'],
      ['2025-1', 'bill', 'bill'],
      ['L-2025-2', 'reversal', 'quantities'],
      ['L-2025-1', 'bill', 'quantities'],
    ]);
  });
});
