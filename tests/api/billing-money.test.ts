import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { camtOf } from '#tests/support/camt.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Billing, billingOf } from './billing-field.ts';
import { type Call, type Operation, operations, urlOf } from './samples.ts';
import type { Member, World } from './world.ts';

let testApp: TestApp;
let billing: Billing;
/** The world of the samples, with the amounts below in its records instead of its own. */
let planted: World;

// Figures that occur nowhere else, where there is money; hours and loads never look like them.
const PRICE = '7319.37';
const CENTS = 1_463_874;
const MINIMUM = 8_642_097;
const FUEL = '6151.49';
const BY_HAND = '9271.83';
const DISCOUNT = 513_771;
const PAID = 417_823;
const FEE = 735_291;
const BANKED = 286_413;
/** What the draft comes to: two hours and the line by hand, less the discount. */
const DRAFT = 1_877_286;
/** Each of them as cents, and as a decimal with or without a comma for thousands. */
const MONEY = new RegExp(
  [...[CENTS, MINIMUM, DISCOUNT, PAID, FEE, BANKED, DRAFT].map(String), ...[PRICE, FUEL, BY_HAND].map((price) => price.replace('.', ''))]
    .map((digits) => digits.replace(/^(\d+)(\d{3})(\d\d)$/, '$1[,.]?$2[.,]?$3'))
    .concat('ecret rate')
    .join('|'),
);

beforeAll(async () => {
  testApp = await createTestApp();
  billing = await billingOf(await testApp.owner());
  const { boss, addJob, log, setRate, setStatus, world } = billing;
  const params = { orgId: boss.orgId };
  const deleted = await setRate(PRICE, { name: 'Deleted rate' });
  await boss.ok(contract.rates.remove, { params: { id: deleted } });
  const fuel = { kind: 'billed', price: FUEL };
  const least = { basis: 'flat', prices: [{ upTo: null, price: PRICE }], minimumCents: MINIMUM };
  const rateId = await setRate(PRICE, { name: 'Secret rate' });
  await setRate(PRICE, { name: 'Secret rate of a machine', equipmentId: world.equipmentId, fuel, lines: [least] });
  const { id: costRateId } = await boss.ok(contract.costRates.create, { params, body: { employeeId: world.employeeId, price: PRICE } });
  const [billed, jobId] = [await addJob('North'), await addJob('South')];
  const lines = [
    { label: 'Secret rate by hand', quantity: '1', unit: null, price: BY_HAND, jobId: null, taxPercent: null, taxIncluded: null },
  ];
  const discounts = [{ label: '', percent: null, cents: DISCOUNT }];
  for (const id of [billed, jobId]) {
    await log(id, 2);
  }
  const { id: draftId } = await boss.ok(contract.billDrafts.create, { params, body: { jobIds: [jobId], notes: PRICE, lines, discounts } });
  await setStatus(billed, 'billed');
  await setStatus(jobId, 'completed');
  const [record] = await billing.records();
  const recordId = record?.id ?? 0;
  await boss.ok(contract.paymentStatuses.pay, { params: { ...params, id: recordId }, body: { amountCents: PAID, paidOn: '2026-01-05' } });
  const { currency } = await boss.ok(contract.organizations.get, { params });
  const statement = camtOf([{ entries: [{ amount: String(BANKED / 100), currency, bankReference: 'planted' }] }]);
  await boss.ok(contract.bankStatements.read, { params, query: { fileName: 'camt.xml' }, body: Buffer.from(statement) });
  const [line] = await boss.ok(contract.bankLines.list, { params, query: { state: 'open' } });
  const items = [{ lineId: line?.id ?? 0, parts: [{ recordId, amountCents: BANKED }] }];
  await boss.ok(contract.bankLines.book, { params, body: { items } });
  const reminders = [{ afterDays: 7, feeCents: FEE }];
  await boss.ok(contract.billingSettings.update, { params, body: { reminders } });
  // As nobody saw it: it is not issued, and says what it would be.
  const bill = { customerId: world.customerId, jobIds: [jobId], digest: 'not-looked-at', grossCents: DRAFT, way: 'none' as const };
  const run = await boss.ok(contract.billingRuns.create, { params, body: { items: [bill] } });
  const own = { record: recordId, completedJob: jobId, billingRun: run.id };
  const fresh = Object.fromEntries(Object.entries(own).map(([name, id]) => [name, () => Promise.resolve(id)]));
  planted = { ...world, rateId, costRateId, draftId, jobId, fresh: { ...world.fresh, ...fresh } };
});

afterAll(() => testApp.close());

const isMoney = ({ endpoint }: Operation): boolean => endpoint.capability?.startsWith('money:') === true;
// The stream of live numbers does not end; it carries numbers of changes only (`live.test.ts`).
const reading = operations.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.response !== 'events');

/** Everything that can be read, asked for at each of its addresses with and without its query: what of it tells of money, and what is refused. */
const sweep = async (person: Member, which: readonly Operation[]): Promise<{ readonly telling: string[]; readonly open: string[] }> => {
  const [telling, open] = [new Set<string>(), new Set<string>()];
  for (const operation of which) {
    const call: Call = await operation.sample(planted);
    const { query: _query, ...everything } = call;
    for (const url of operation.addresses.flatMap((address) => [
      urlOf(address, call, planted.orgId),
      urlOf(address, everything, planted.orgId),
    ])) {
      const { body, status, headers } = await person.send('GET', url);
      if (MONEY.test(JSON.stringify([body, headers]))) {
        telling.add(operation.id);
      }
      if (status !== 403) {
        open.add(operation.id);
      }
    }
  }
  return { telling: [...telling], open: [...open] };
};

/** What the next bill is numbered, and how far runs are; and papers, which are packed: what previews say is in `bill-preview.test.ts`. */
const WITHOUT_AMOUNT = new Set([
  'billingRecords.next',
  'billPreviews.ofDraft',
  'billPreviews.ofJobs',
  'billPreviews.sending',
  'billPreviews.ofCredit',
  'billPreviews.ofDeposit',
  'billingRuns.list',
  'billingRuns.document',
  'reminders.document',
  'reminders.print',
]);
const hasAmount = (operation: Operation): boolean => isMoney(operation) && !WITHOUT_AMOUNT.has(operation.id);

test('there are prices and amounts to be found, in every call that is about money', async () => {
  expect((await billing.records()).map(({ grossCents }) => grossCents)).toContain(CENTS);
  // Packed files would show nothing: the archive is for managers, and a PDF is compressed.
  const found = await sweep(billing.boss, reading.filter(isMoney));
  expect(found.telling.toSorted()).toEqual(
    reading
      .filter(hasAmount)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('what a season was billed with is there to be found, too, in a call that others may make', async () => {
  const found = await sweep(
    billing.boss,
    reading.filter(({ id }) => id === 'seasonRepeats.list'),
  );
  expect(found.telling).toEqual(['seasonRepeats.list']);
});

describe.each(['advanced', 'basic', 'employee'] as const)('somebody who is %s', (level) => {
  let person: Member;
  beforeAll(async () => {
    person = await testApp.member(billing.boss, level);
  });

  test('finds no price and no amount in anything that can be read, and no file of them', async () => {
    expect(reading.length).toBeGreaterThan(40);
    const found = await sweep(person, reading);
    expect(found.telling).toEqual([]);
    expect(found.open.filter((id) => reading.some((operation) => operation.id === id && isMoney(operation)))).toEqual([]);
    expect(found.open).not.toContain('archives.export');
  });

  test('finds nothing of money in what changed since the beginning, and in the activity', async () => {
    const { orgId } = billing.world;
    let cursor = `0.${level}`;
    const pages = [];
    for (let more = true; more;) {
      const page = await person.ok(contract.changes.since, { params: { orgId }, query: { cursor, limit: '50' } });
      pages.push(page);
      ({ cursor, more } = page);
    }
    expect(pages.flatMap(({ upserts }) => upserts.jobEntries).length).toBeGreaterThan(0);
    expect(JSON.stringify(pages)).not.toMatch(MONEY);
    expect(JSON.stringify(pages)).not.toMatch(/cents/i);
    for (const entityType of ['rate', 'cost_rate', 'bill_draft', 'billing_record', 'billing_settings'] as const) {
      expect(await person.ok(contract.auditLogs.list, { params: { orgId }, query: { entityType } })).toEqual([]);
      expect((await billing.boss.ok(contract.auditLogs.list, { params: { orgId }, query: { entityType } })).length).toBeGreaterThan(0);
    }
  });

  test('learns nothing of a deleted rate by trying to restore it', async () => {
    const { boss, world } = billing;
    const params = { orgId: world.orgId };
    const [log] = await boss.ok(contract.auditLogs.list, { params, query: { entityType: 'rate', action: 'delete' } });
    const answer = await person.try(contract.auditLogs.undo, { params: { ...params, id: log?.id ?? 0 } });
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Activity not found' } });
  });
});

test('a manager brings a deleted rate back', async () => {
  const { boss, world } = billing;
  const params = { orgId: world.orgId };
  const manager = await testApp.member(boss, 'manager');
  const [log] = await manager.ok(contract.auditLogs.list, { params, query: { entityType: 'rate', action: 'delete' } });
  expect(log?.subject).toBe('Deleted rate');
  await manager.ok(contract.auditLogs.undo, { params: { ...params, id: log?.id ?? 0 } });
  expect((await manager.ok(contract.rates.list, { params })).map(({ name }) => name)).toContain('Deleted rate');
});
