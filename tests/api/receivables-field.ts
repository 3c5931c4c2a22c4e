import { contract } from '#shared/contract.ts';
import type { OpenBill, Receivables } from '#shared/billing/schemas/receivable.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { billingOf, type Billing } from './billing-field.ts';

/** A contractor whose work costs 100 an hour, and whose bills are due 30 days after the day on which they are made. */
export interface Owed extends Billing {
  readonly params: { readonly orgId: number };
  /** A customer, named by the address's part before the at sign. */
  readonly addCustomer: (name: string, more?: object) => Promise<number>;
  /** A bill of so many hours, dated today. Returns its id. */
  readonly bill: (customerId: number, hours: number) => Promise<number>;
  readonly receivables: (state?: 'open' | 'overdue') => Promise<Receivables>;
  /** The open bills of all customers by their ids. */
  readonly openBills: () => Promise<Map<number, OpenBill>>;
  readonly pay: (recordId: number, amountCents: number, paidOn: string) => Promise<unknown>;
}

export const owedTo = async (testApp: TestApp): Promise<Owed> => {
  const billing = await billingOf(await testApp.owner());
  const { boss, world, setRate, setStatus } = billing;
  const params = { orgId: boss.orgId };
  await setRate('100');
  let jobs = 0;
  const receivables: Owed['receivables'] = (state) => boss.ok(contract.receivables.list, { params, query: state ? { state } : {} });
  return {
    ...billing,
    params,
    receivables,
    addCustomer: async (name, more = {}) => {
      const email = `${name.toLowerCase().replace(/\W+/g, '-')}@example.com`;
      return (await boss.ok(contract.customers.create, { params, body: { businessName: name, email, ...more } })).id;
    },
    bill: async (customerId, hours) => {
      jobs += 1;
      const { id } = await boss.ok(contract.jobs.create, { params, body: { name: `Job ${jobs}`, customerId } });
      const entry = { serviceTypeId: world.serviceTypeId, date: '2026-02-20', totalHours: hours };
      await boss.ok(contract.jobEntries.create, { params: { id }, body: entry });
      await setStatus(id, 'billed');
      const [record] = await boss.ok(contract.billingRecords.list, { params, query: { jobId: String(id) } });
      return record?.id ?? 0;
    },
    openBills: async () => new Map((await receivables()).customers.flatMap(({ bills }) => bills.map((bill) => [bill.id, bill]))),
    pay: (recordId, amountCents, paidOn) =>
      boss.ok(contract.receivables.pay, { params, body: { paidOn, parts: [{ recordId, amountCents }] } }),
  };
};
