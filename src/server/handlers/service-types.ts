import { serviceFields } from '#shared/domain/service-type.ts';
import type { Context } from '#server/context.ts';
import { customDataFieldData } from '#server/data/custom-data-fields.ts';
import { jobEntryData } from '#server/data/job-entries.ts';
import { linkEquipment, serviceTypeData, withLinkedEquipment } from '#server/data/service-types.ts';
import { jsonListing, type Handlers } from '#server/handlers/types.ts';

const answer = async (ctx: Context, row: Awaited<ReturnType<typeof serviceTypeData.find>>) => {
  const [service] = await withLinkedEquipment(ctx, [row]);
  if (!service) {
    throw new Error('The service got lost on its way out.');
  }
  return service;
};

const checkedFields = async (ctx: Context, included: readonly number[], required: readonly number[]) => {
  const fields = serviceFields(included, required);
  await customDataFieldData.requireAll(ctx, fields.customDataFieldIds, 'customDataFieldIds');
  return fields;
};

/**
 * The required fields of a new service that does not specify them: those of its fields that are required by themselves (specification
 * 4.27).
 */
const requiredByThemselves = async (ctx: Context, included: readonly number[]): Promise<number[]> => {
  const fields = await customDataFieldData.listByIds(ctx, included);
  return fields.filter(({ isRequired }) => isRequired).map(({ id }) => id);
};

export const serviceTypeHandlers: Handlers['serviceTypes'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => serviceTypeData.listJson(ctx, part)),
  create: async (ctx, { body: { linkedEquipmentIds, ...values } }) => {
    const included = values.customDataFieldIds ?? [];
    const fields = await checkedFields(ctx, included, values.requiredFieldIds ?? (await requiredByThemselves(ctx, included)));
    const row = await serviceTypeData.insert(ctx, { ...values, ...fields });
    await linkEquipment(ctx, row.id, linkedEquipmentIds ?? []);
    return answer(ctx, row);
  },
  get: async (ctx, { params }) => answer(ctx, await serviceTypeData.find(ctx, params.id)),
  update: async (ctx, { params, body: { linkedEquipmentIds, ...values } }) => {
    const before = await serviceTypeData.find(ctx, params.id);
    const included = values.customDataFieldIds ?? before.customDataFieldIds;
    // A field that is left out is no longer required either, unless this very request requires it.
    const required = values.requiredFieldIds ?? before.requiredFieldIds.filter((id) => included.includes(id));
    const row = await serviceTypeData.update(ctx, params.id, { ...values, ...(await checkedFields(ctx, included, required)) });
    if (linkedEquipmentIds !== undefined) {
      await linkEquipment(ctx, params.id, linkedEquipmentIds);
    }
    return answer(ctx, row);
  },
  remove: async (ctx, { params }) => {
    await serviceTypeData.remove(ctx, params.id);
    return undefined;
  },
  jobEntries: async (ctx, { params, query }) =>
    jsonListing(query, (part) => jobEntryData.listJson(ctx, { serviceTypeId: params.id, ...part })),
};
