import { expect } from 'vitest';
import { contract } from '#shared/contract.ts';
import { WRITTEN_CUSTOMER, WRITTEN_SETTINGS } from './written-billing.ts';

const CORRECTION = /^CR-\d{4}-\d{4}$/;

type Get = (path: string) => Promise<unknown>;

const recordsIn = async (get: Get) => {
  const heads = contract.billingRecords.list.response.parse(await get('billing-records'));
  const jobs = contract.jobs.list.response.parse(await get('jobs'));
  return {
    ofKind: (kind: string) => heads.find((head) => head.kind === kind),
    of: (jobName: string) => {
      const job = jobs.find(({ name }) => name === jobName);
      return heads.find(({ kind, jobIds }) => kind === 'bill' && jobIds.includes(job?.id ?? 0));
    },
  };
};

const eventsIn = async (get: Get, id: number | undefined) =>
  contract.paymentStatuses.get.response.parse(await get(`billing-records/${id}/standing`)).events;

const expectCorrections = async (get: Get): Promise<void> => {
  const { of, ofKind } = await recordsIn(get);
  const credited = of('Credited');
  const note = expect.objectContaining({ label: expect.stringMatching(CORRECTION), creditsId: credited?.id, grossCents: -5000 });
  expect([ofKind('credit'), credited?.label]).toEqual([note, expect.stringMatching(/^HL-2026-\d{4}$/)]);
  expect(await eventsIn(get, credited?.id)).toContainEqual(expect.objectContaining({ kind: 'credited', amountCents: 5000 }));
  const deducting = contract.billingRecords.get.response.parse(await get(`billing-records/${of('Deposit')?.id}`));
  const [last] = deducting.content.bill.lines.slice(-1);
  expect([deducting.grossCents, last]).toEqual([18_000, expect.objectContaining({ cents: -12_000 })]);
};

const expectPayments = async (get: Get): Promise<void> => {
  const { of } = await recordsIn(get);
  const eventsOf = async (jobName: string) =>
    (await eventsIn(get, of(jobName)?.id)).map(({ kind, amountCents, note }) => [kind, amountCents, note]);
  expect(await eventsOf('Paid early')).toEqual(
    expect.arrayContaining([
      ['payment', 9700, 'Check 1207'],
      ['discount', 300, expect.anything()],
    ]),
  );
  expect(await eventsOf('Paid in part')).toContainEqual(['payment', 20_000, 'Check 1207']);
  const lines = async (state: string) => contract.bankLines.list.response.parse(await get(`bank-lines?state=${state}`));
  const [matched] = await lines('matched');
  const booking = { recordId: of('Paid at the bank')?.id, amountCents: 70_000 };
  expect(matched).toMatchObject({ text: 'Raking', payerName: 'Lindner Farms', bookings: [booking] });
  expect(await lines('open')).toContainEqual(expect.objectContaining({ amountCents: 3300, text: 'Hay', bookings: [] }));
};

const expectReminders = async (get: Get): Promise<void> => {
  const { customers } = contract.receivables.list.response.parse(await get('receivables'));
  const bills = customers.flatMap((customer) => customer.bills);
  const facts = (jobName: string) => {
    const bill = bills.find(({ jobNames }) => jobNames.includes(jobName));
    return bill && [bill.openCents, bill.promisedUntil, bill.isDisputed, bill.sentLevel, bill.remindedOn];
  };
  expect(['Promised', 'Disputed', 'Paid in part'].map(facts)).toEqual([
    [80_000, '2099-12-31', false, 0, null],
    [90_000, null, true, 0, null],
    [40_000, null, false, 1, '2026-08-20'],
  ]);
  const { of } = await recordsIn(get);
  const reminder = (await eventsIn(get, of('Paid in part')?.id)).find(({ kind }) => kind === 'reminder');
  expect(String(await get(`reminder-letters/${reminder?.letterId}/document`))).toMatch(/^%PDF/);
};

/** That what `fillGettingPaid` wrote is there, with what was written in each; a copy reminds nobody by itself. */
export const expectGettingPaid = async (get: Get, { isCopy = false } = {}): Promise<void> => {
  const { nextCorrection, ...settings } = contract.billingSettings.get.response.parse(await get('billing-settings'));
  const written = { ...WRITTEN_SETTINGS, ...(isCopy ? { sendsFirstReminder: false } : {}) };
  expect([settings, nextCorrection?.label]).toEqual([expect.objectContaining(written), expect.stringMatching(CORRECTION)]);
  const customers = contract.customers.list.response.parse(await get('customers'));
  expect(customers).toContainEqual(expect.objectContaining(WRITTEN_CUSTOMER));
  expect(customers.find(({ isReminded }) => !isReminded)).toMatchObject({ businessName: 'Sunny Slope' });
  await expectCorrections(get);
  await expectPayments(get);
  await expectReminders(get);
};

/** That the run is there, which no export has. */
export const expectBillingRun = async (get: Get): Promise<void> => {
  const [head] = contract.billingRuns.list.response.parse(await get('billing-runs'));
  const run = contract.billingRuns.get.response.parse(await get(`billing-runs/${head?.id}`));
  expect(run).toMatchObject({ done: 2, failed: 0, toPrint: 1, toPost: 0 });
  const { of } = await recordsIn(get);
  expect(run.items.map(({ way, recordId, grossCents }) => [way, recordId, grossCents])).toEqual([
    ['print', of('In a run')?.id, 40_000],
    ['none', of('In a run, too')?.id, 40_000],
  ]);
};
