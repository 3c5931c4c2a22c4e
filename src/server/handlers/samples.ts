import { refusal } from '#shared/lib/errors.ts';
import { removeSample } from '#server/commands/forget-organizations.ts';
import { openSample } from '#server/demo/make-sample.ts';
import { Existing, type Handlers } from '#server/handlers/types.ts';

export const sampleHandlers: Handlers['samples'] = {
  create: async (ctx, { body }) => {
    const { organization, isNew } = await openSample(ctx, body);
    return isNew ? organization : new Existing(organization);
  },
  remove: async (ctx, { params }) => {
    if (!(await removeSample(ctx, params.orgId))) {
      throw refusal('conflict', 'notSample');
    }
    return undefined;
  },
};
