import { mayWriteWork } from '#shared/domain/own-work.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { dayOffData } from '#server/data/days-off.ts';
import { crudHandlers } from '#server/handlers/crud-handlers.ts';
import type { Handlers } from '#server/handlers/types.ts';

const crud = crudHandlers(dayOffData);

const requireOwn = async (ctx: Context, id: number): Promise<void> => {
  const { createdBy } = await dayOffData.find(ctx, id);
  if (!mayWriteWork(ctx.level, createdBy === ctx.user.id)) {
    throw refusal('forbidden', 'onlyOwnDaysOff');
  }
};

export const dayOffHandlers: Handlers['daysOff'] = {
  ...crud,
  update: async (ctx, request) => {
    await requireOwn(ctx, request.params.id);
    return crud.update(ctx, request);
  },
  remove: async (ctx, request) => {
    await requireOwn(ctx, request.params.id);
    return crud.remove(ctx, request);
  },
};
