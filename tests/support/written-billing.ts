import { contract } from '#shared/contract.ts';
import type { Member } from '#tests/api/world.ts';
import { camtOf } from './camt.ts';

export const WRITTEN_CUSTOMER = {
  businessName: 'Lindner Farms',
  email: 'office@lindner.example',
  taxNumber: '47-1122334',
  street: '7 Creek Rd',
  postalCode: '68928',
  town: 'Evan',
  region: 'NE',
  country: 'US',
  paymentDays: 10,
  discountPercent: '3',
  discountDays: 5,
  language: 'es' as const,
  contacts: [{ name: 'Ann Lindner', email: 'ann@lindner.example', phoneNumber: '308 555 0117', getsBills: true }],
  taxTreatment: 'exempt' as const,
  taxNote: 'Certificate 0815',
  buyerReference: 'PO 4711',
  billGrouping: 'job' as const,
  billWay: 'print' as const,
  hasAnnex: true,
};
const UNREMINDED = { businessName: 'Sunny Slope', isReminded: false };

export const WRITTEN_SETTINGS = {
  grouping: 'job' as const,
  paymentDays: 14,
  discountPercent: '2',
  discountDays: 8,
  prefix: 'HL-',
  digits: 4,
  correctionPrefix: 'CR-',
  footer: 'Thank you for your business',
  paymentText: 'Checks to Written LLC',
  hasReference: true,
  taxRegistration: 'NE-01-9988',
  reminders: [{ afterDays: 5, text: 'Please pay', feeCents: 500, interestPercent: '1.5' }],
  sendsFirstReminder: true,
};

const line = (label: string, price: string) => ({
  label,
  jobId: null,
  quantity: '1',
  unit: null,
  price,
  taxPercent: '0',
  taxIncluded: false,
});

/** Work at 100 an hour for two customers, and bills of it. */
const contractorOf = async (boss: Member) => {
  const params = { orgId: boss.orgId };
  const { id: serviceTypeId } = await boss.ok(contract.serviceTypes.create, { params, body: { name: 'Raking' } });
  const hour = { basis: 'hour' as const, prices: [{ upTo: null, price: '100' }] };
  await boss.ok(contract.rates.create, { params, body: { serviceTypeId, lines: [hour] } });
  const { id: customerId } = await boss.ok(contract.customers.create, { params, body: WRITTEN_CUSTOMER });
  const { id: unremindedId } = await boss.ok(contract.customers.create, { params, body: UNREMINDED });
  const work = async (name: string, totalHours: number, whose = customerId): Promise<number> => {
    const { id } = await boss.ok(contract.jobs.create, { params, body: { name, customerId: whose } });
    await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2026-06-20', totalHours } });
    return id;
  };
  const bill = async (id: number): Promise<number> => {
    await boss.ok(contract.jobs.update, { params: { id }, body: { status: 'billed' } });
    const [record] = await boss.ok(contract.billingRecords.list, { params, query: { jobId: String(id) } });
    return record?.id ?? 0;
  };
  return { boss, params, unremindedId, work, bill, billFor: async (name: string, hours: number) => bill(await work(name, hours)) };
};
type Contractor = Awaited<ReturnType<typeof contractorOf>>;

/** A bill that is credited in part, and one that deducts a deposit. */
const correct = async ({ boss, params, work, bill, billFor }: Contractor): Promise<void> => {
  const credited = await billFor('Credited', 2);
  await boss.ok(contract.corrections.credit, {
    params: { ...params, id: credited },
    body: { lines: [line('Half an hour too much', '50')], grossCents: 5000 },
  });
  const jobId = await work('Deposit', 3);
  const body = { jobIds: [jobId], lines: [line('On account', '120')], grossCents: 12_000 };
  const { id } = await boss.ok(contract.corrections.deposit, { params, body });
  await boss.ok(contract.receivables.pay, { params, body: { paidOn: '2026-07-01', parts: [{ recordId: id, amountCents: 12_000 }] } });
  await bill(jobId);
};

/** Two bills of one run, one of them for the printer. */
const runBills = async ({ boss, params, work, unremindedId }: Contractor): Promise<void> => {
  const items = [];
  for (const [name, whose, way] of [
    ['In a run', undefined, 'print'],
    ['In a run, too', unremindedId, 'none'],
  ] as const) {
    const jobId = await work(name, 4, whose);
    await boss.ok(contract.jobs.update, { params: { id: jobId }, body: { status: 'completed' } });
    const seen = await boss.ok(contract.unbilledBills.preview, { params, query: { jobIds: String(jobId) } });
    items.push({ customerId: seen.customerId, jobIds: [jobId], digest: seen.digest, grossCents: seen.grossCents ?? 0, way });
  }
  const { id } = await boss.ok(contract.billingRuns.create, { params, body: { items, message: 'With thanks' } });
  await boss.inBackground();
  await boss.ok(contract.billingRuns.posted, { params: { ...params, id }, body: { sentOn: '2026-07-02' } });
};

/** One payment of two bills with a discount, one by the bank, one that the bank has and nobody booked. */
const bePaid = async ({ boss, params, billFor }: Contractor): Promise<void> => {
  const [first, second, atBank] = [await billFor('Paid early', 1), await billFor('Paid in part', 6), await billFor('Paid at the bank', 7)];
  const parts = [
    { recordId: first, amountCents: 9700, discountCents: 300 },
    { recordId: second, amountCents: 20_000 },
  ];
  await boss.ok(contract.receivables.pay, { params, body: { paidOn: '2026-07-01', parts, note: 'Check 1207' } });
  const entries = [
    {
      amount: '700.00',
      currency: 'USD',
      payer: 'Lindner Farms',
      payerAccount: 'DE89370400440532013000',
      text: 'Raking',
      bankReference: 'B1',
    },
    { amount: '33.00', currency: 'USD', payer: 'Somebody', text: 'Hay', bankReference: 'B2' },
  ];
  await boss.ok(contract.bankStatements.read, { params, query: { fileName: 'june.xml' }, body: Buffer.from(camtOf([{ entries }])) });
  const lines = await boss.ok(contract.bankLines.list, { params, query: {} });
  const lineId = lines.find(({ text }) => text === 'Raking')?.id ?? 0;
  await boss.ok(contract.bankLines.book, { params, body: { items: [{ lineId, parts: [{ recordId: atBank, amountCents: 70_000 }] }] } });
};

/** A company that bills, is paid, is promised money and waits for it. Its open bills are to be reminded of. */
export const fillGettingPaid = async (boss: Member): Promise<void> => {
  const contractor = await contractorOf(boss);
  const { params, billFor } = contractor;
  await boss.ok(contract.billingSettings.update, { params, body: WRITTEN_SETTINGS });
  await correct(contractor);
  await runBills(contractor);
  await bePaid(contractor);
  const [promised, disputed] = [await billFor('Promised', 8), await billFor('Disputed', 9)];
  const promise = { recordIds: [promised], kind: 'promise' as const, until: '2099-12-31', note: 'After harvest' };
  await boss.ok(contract.receivables.note, { params, body: promise });
  await boss.ok(contract.receivables.note, { params, body: { recordIds: [disputed], kind: 'dispute', note: 'Too wet' } });
};

/** Sends all letters that are due. */
export const remindAll = async (boss: Member): Promise<void> => {
  const params = { orgId: boss.orgId };
  const { letters } = await boss.ok(contract.reminders.due, { params });
  const sent = letters.map(({ customerId, bills, openCents, level }) => ({
    customerId,
    recordIds: bills.map(({ recordId }) => recordId),
    openCents,
    level,
    way: 'post' as const,
  }));
  await boss.ok(contract.reminders.send, { params, body: { letters: sent } });
};
