import { SYSTEM_FIELDS } from '#shared/domain/system-fields.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { customDataFieldData, findSystemField, withUsageCount } from '#server/data/custom-data-fields.ts';
import { type Handlers, jsonListing } from '#server/handlers/types.ts';

const answer = async (ctx: Context, row: Awaited<ReturnType<typeof customDataFieldData.find>>) => {
  const [field] = await withUsageCount(ctx, [row]);
  if (!field) {
    throw new Error('The data field got lost on its way out.');
  }
  return field;
};

export const customDataFieldHandlers: Handlers['customDataFields'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => customDataFieldData.listJson(ctx, part)),
  create: async (ctx, { body }) => {
    const standard = body.isSystem ? SYSTEM_FIELDS.find(({ name }) => name === body.name) : undefined;
    // Creating the organization made the six already; a client that adds them again means the same ones.
    const existing = standard && (await findSystemField(ctx, standard.name));
    if (existing) {
      return answer(ctx, existing);
    }
    const fieldType = standard?.fieldType ?? body.fieldType;
    const values = { ...body, fieldType, options: body.options ?? undefined, isSystem: standard !== undefined };
    return answer(ctx, await customDataFieldData.insert(ctx, values));
  },
  get: async (ctx, { params }) => answer(ctx, await customDataFieldData.find(ctx, params.id)),
  update: async (ctx, { params, body: { isSystem: _ignored, ...values } }) => {
    const before = await customDataFieldData.find(ctx, params.id);
    const renamed = values.name !== undefined && values.name !== before.name;
    const retyped = values.fieldType !== undefined && values.fieldType !== before.fieldType;
    if (before.isSystem && (renamed || retyped || values.isActive === false)) {
      throw refusal('conflict', 'systemFieldFixed');
    }
    return answer(ctx, await customDataFieldData.update(ctx, before, { ...values, options: values.options ?? undefined }));
  },
  remove: async (ctx, { params }) => {
    const field = await answer(ctx, await customDataFieldData.find(ctx, params.id));
    if (field.isSystem) {
      throw refusal('conflict', 'systemFieldNotDeleted');
    }
    if (field.usageCount > 0) {
      throw refusal('conflict', 'fieldInUse', { name: field.name });
    }
    await customDataFieldData.remove(ctx, params.id);
    return undefined;
  },
};
