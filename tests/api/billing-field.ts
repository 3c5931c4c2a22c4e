import { contract } from '#shared/contract.ts';
import type { BillingHead, BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { buildWorld, type Member, type World } from './world.ts';

/** A contractor who may bill: one service, a customer, and what is needed to make more. */
export interface Billing {
  readonly boss: Member;
  readonly world: World;
  readonly setRate: (price: string, more?: object) => Promise<number>;
  readonly addJob: (name: string, status?: 'open' | 'completed') => Promise<number>;
  readonly log: (jobId: number, totalHours: number | null) => Promise<number>;
  readonly setStatus: (jobId: number, status: 'open' | 'completed' | 'billed') => Promise<unknown>;
  readonly statusOf: (jobId: number) => Promise<string>;
  readonly records: () => Promise<BillingHead[]>;
}

/** Issues the current draft: reads it, and names what was seen. */
export const issue = async (boss: Member, draftId: number): Promise<BillingRecord> => {
  const { version, bill } = await boss.ok(contract.billDrafts.get, { params: { id: draftId } });
  const body = { draftId, draftVersion: version, grossCents: bill.grossCents };
  return boss.ok(contract.billingRecords.create, { params: { orgId: boss.orgId }, body });
};

export const billingOf = async (boss: Member): Promise<Billing> => {
  const world = await buildWorld(boss);
  const { customerId, serviceTypeId } = world;
  const params = { orgId: boss.orgId };
  return {
    boss,
    world,
    setRate: async (price, more = {}) =>
      (
        await boss.ok(contract.rates.create, {
          params,
          body: { serviceTypeId, lines: [{ basis: 'hour', prices: [{ upTo: null, price }] }], ...more },
        })
      ).id,
    addJob: async (name, status = 'open') => (await boss.ok(contract.jobs.create, { params, body: { name, customerId, status } })).id,
    log: async (id, totalHours) =>
      (await boss.ok(contract.jobEntries.create, { params: { id }, body: { serviceTypeId, date: '2025-06-20', totalHours } })).id,
    setStatus: (id, status) => boss.ok(contract.jobs.update, { params: { id }, body: { status } }),
    statusOf: async (id) => (await boss.ok(contract.jobs.get, { params: { id } })).status,
    records: () => boss.ok(contract.billingRecords.list, { params }),
  };
};
