import type { Rate, RateNames } from '#shared/billing/schemas/rate.ts';
import type { Context } from '#server/context.ts';

type Kind = 'service' | 'customer' | 'job' | 'equipment' | 'field';

const idsIn = (rates: readonly Rate[], idsOf: (rate: Rate) => readonly (number | null)[]): number[] => [
  ...new Set(rates.flatMap(idsOf).filter((id) => id !== null)),
];

const fieldIdsOf = ({ lines }: Rate): (number | null)[] => lines.map(({ fieldId }) => fieldId);

/** Adds the names behind the rates' ids, including those of deleted services, customers and so on. One statement, however many rates. */
export const withRateNames = async (ctx: Context, rates: readonly Rate[]): Promise<Rate[]> => {
  const rows = await ctx.db.query<{ kind: Kind; id: number; name: string }>({
    name: 'names-of-rates',
    text: `select 'service' as kind, id, name from service_types where organization_id = $1 and id = any($2::int[])
     union all select 'customer', id, business_name from customers where organization_id = $1 and id = any($3::int[])
     union all select 'job', id, name from jobs where organization_id = $1 and id = any($4::int[])
     union all select 'equipment', id, name from equipment where organization_id = $1 and id = any($5::int[])
     union all select 'field', id, name from custom_data_fields where organization_id = $1 and id = any($6::int[])`,
    values: [
      ctx.orgId,
      idsIn(rates, ({ serviceTypeId }) => [serviceTypeId]),
      idsIn(rates, ({ customerId }) => [customerId]),
      idsIn(rates, ({ jobId }) => [jobId]),
      idsIn(rates, ({ equipmentId }) => [equipmentId]),
      idsIn(rates, fieldIdsOf),
    ],
  });
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  const nameOf = (kind: Kind, id: number | null): string | null => names.get(`${kind} ${id}`) ?? null;
  const namesOf = (rate: Rate): RateNames => ({
    service: nameOf('service', rate.serviceTypeId),
    customer: nameOf('customer', rate.customerId),
    job: nameOf('job', rate.jobId),
    equipment: nameOf('equipment', rate.equipmentId),
    fields: fieldIdsOf(rate).map((id) => nameOf('field', id)),
  });
  return rates.map((rate) => ({ ...rate, names: namesOf(rate) }));
};
