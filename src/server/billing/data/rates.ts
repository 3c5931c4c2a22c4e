import { and, eq } from 'drizzle-orm';
import type { PageQuery } from '#shared/domain/fields.ts';
import type { BillableEntry } from '#shared/billing/quantities.ts';
import type { Rate } from '#shared/billing/schemas/rate.ts';
import type { Context } from '#server/context.ts';
import { ascending, type Condition } from '#server/data/org-list.ts';
import { type Actor, orgTable } from '#server/data/org-table.ts';
import { rates, serviceTypes } from '#server/db/tables/index.ts';

const table = orgTable('rate', rates, {
  subject: (row) => row.name ?? `Rate ${row.id}`,
  order: ascending(),
});

interface RateFilter extends PageQuery {
  readonly serviceTypeId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly jobId?: number | undefined;
  readonly equipmentId?: number | undefined;
}

const conditionsOf = ({ serviceTypeId, customerId, jobId, equipmentId }: RateFilter): Condition[] => [
  ['service', serviceTypeId, (at) => `service_type_id = ${at}`],
  ['customer', customerId, (at) => `customer_id = ${at}`],
  ['job', jobId, (at) => `job_id = ${at}`],
  ['machine', equipmentId, (at) => `equipment_id = ${at}`],
];

type Billed = Pick<BillableEntry, 'serviceTypeId' | 'customerId' | 'jobId'>;

/** A rate without a name of its own is named after its service. */
const called = async (ctx: Context, name: string | null | undefined, serviceTypeId: number | undefined): Promise<string | undefined> => {
  if (typeof name === 'string' || serviceTypeId === undefined) {
    return name ?? undefined;
  }
  const [service] = await ctx.db.orm
    .select({ name: serviceTypes.name })
    .from(serviceTypes)
    .where(and(eq(serviceTypes.organizationId, ctx.orgId), eq(serviceTypes.id, serviceTypeId)));
  return service?.name;
};

export const rateData = {
  ...table,
  /** In order of creation. */
  list: (ctx: Pick<Context, 'db' | 'orgId'>, filter: RateFilter): Promise<Rate[]> => table.list(ctx, conditionsOf(filter), filter),
  /** Every rate by which one of these entries may be billed: not those of other customers and jobs, of which there are more every year. */
  listFor: async (ctx: Pick<Context, 'db' | 'orgId'>, entries: readonly Billed[]): Promise<Rate[]> => {
    const each = (id: (entry: Billed) => number): number[] => [...new Set(entries.map(id))];
    const conditions: Condition[] = [
      ['services', each(({ serviceTypeId }) => serviceTypeId), (at) => `service_type_id = any(${at}::int[])`],
      ['customers', each(({ customerId }) => customerId), (at) => `(customer_id is null or customer_id = any(${at}::int[]))`],
      ['jobs', each(({ jobId }) => jobId), (at) => `(job_id is null or job_id = any(${at}::int[]))`],
    ];
    return entries.length === 0 ? [] : table.list(ctx, conditions);
  },
  insert: async (ctx: Context, values: Parameters<typeof table.insert>[1]) =>
    table.insert(ctx, values, await called(ctx, values.name, values.serviceTypeId)),
  update: async (ctx: Context, id: number, values: Parameters<typeof table.update>[2]) => {
    const before = await table.find(ctx, id);
    const name = values.name === undefined ? before.name : values.name;
    return table.update(ctx, id, values, await called(ctx, name, values.serviceTypeId ?? before.serviceTypeId));
  },
  remove: async (ctx: Context, id: number): Promise<void> => {
    const { name, serviceTypeId } = await table.find(ctx, id);
    await table.remove(ctx, id, await called(ctx, name, serviceTypeId));
  },
  restore: (actor: Actor, id: number, subject: string) => table.restore(actor, id, subject),
};
