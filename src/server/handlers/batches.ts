import { refusal } from '#shared/lib/errors.ts';
import { Batch, type Handlers } from '#server/handlers/types.ts';

export const batchHandlers: Handlers['batches'] = {
  send: async (_ctx, { body: { writes } }) => {
    if (new Set(writes.map(({ key }) => key)).size < writes.length) {
      throw refusal('malformed', 'keyTwice');
    }
    return new Batch(writes);
  },
};
