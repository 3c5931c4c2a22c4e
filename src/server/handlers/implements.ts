import { implementData } from '#server/data/implements.ts';
import { serviceTypeData } from '#server/data/service-types.ts';
import { type Handlers, listing } from '#server/handlers/types.ts';

export const implementHandlers: Handlers['implements'] = {
  list: async (ctx, { query }) => listing(query, (part) => implementData.list(ctx, part), implementData.cursorOf),
  create: async (ctx, { body }) => {
    await serviceTypeData.requireAll(ctx, body.serviceTypeIds, 'serviceTypeIds');
    return implementData.insert(ctx, body);
  },
  get: (ctx, { params }) => implementData.find(ctx, params.id),
  update: async (ctx, { params, body }) => {
    await serviceTypeData.requireAll(ctx, body.serviceTypeIds ?? [], 'serviceTypeIds');
    return implementData.update(ctx, params.id, body);
  },
  remove: async (ctx, { params }) => {
    await implementData.remove(ctx, params.id);
    return undefined;
  },
};
