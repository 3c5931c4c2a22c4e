import { mayWriteWork } from '#shared/domain/own-work.ts';
import { refusal } from '#shared/lib/errors.ts';
import { requireReferences } from '#server/commands/require-references.ts';
import type { Context } from '#server/context.ts';
import { dayOffData } from '#server/data/days-off.ts';
import { type Handlers, jsonListing } from '#server/handlers/types.ts';

const requireOwn = async (ctx: Context, id: number): Promise<void> => {
  const { createdBy } = await dayOffData.find(ctx, id);
  if (!mayWriteWork(ctx.level, createdBy === ctx.user.id)) {
    throw refusal('forbidden', 'onlyOwnDaysOff');
  }
};

export const dayOffHandlers: Handlers['daysOff'] = {
  list: async (ctx, { query }) => jsonListing(query, (part) => dayOffData.listJson(ctx, part)),
  create: async (ctx, { body }) => {
    await requireReferences(ctx, body);
    return dayOffData.insert(ctx, body);
  },
  get: (ctx, { params }) => dayOffData.find(ctx, params.id),
  update: async (ctx, { params, body }) => {
    await requireOwn(ctx, params.id);
    await requireReferences(ctx, body);
    return dayOffData.update(ctx, params.id, body);
  },
  remove: async (ctx, { params }) => {
    await requireOwn(ctx, params.id);
    await dayOffData.remove(ctx, params.id);
    return undefined;
  },
};
