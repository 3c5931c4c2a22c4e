import { withOffers } from '#shared/billing/quantities.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { Context } from '#server/context.ts';
import { serviceTypeData } from '#server/data/service-types.ts';

type NumberField = Pick<CustomDataField, 'id' | 'name' | 'fieldType' | 'isSystem' | 'summary'>;

/** The services of entries, each once. */
export const servicesOf = (entries: readonly Pick<JobEntry, 'serviceTypeId'>[]): number[] => [
  ...new Set(entries.map(({ serviceTypeId }) => serviceTypeId)),
];

/** The number fields, each with those of these services that offer it: where a bill of their entries looks for quantities. */
export const billableFields = async (ctx: Pick<Context, 'db' | 'orgId'>, serviceIds: readonly number[]) => {
  const fields = await ctx.db.query<NumberField>({
    name: 'billable-fields',
    text: `select id, name, field_type as "fieldType", is_system as "isSystem", summary from custom_data_fields
            where organization_id = $1 and deleted_at is null and field_type = 'number' order by lower(name)`,
    values: [ctx.orgId],
  });
  return withOffers(fields, await serviceTypeData.listByIds(ctx, serviceIds));
};
