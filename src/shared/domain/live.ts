import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/endpoint.ts';

/** The `data` of an event `seq`: the number of the organization's last change. The changes themselves are read separately. */
export const seqEvent = z.object({ organizationId: z.int(), seq: z.int() });
export type SeqEvent = z.output<typeof seqEvent>;

export const liveEndpoints = {
  events: defineEndpoint({
    method: 'GET',
    path: '/api/live',
    summary: 'Hear at once when something changes in an organization of the signed-in user',
    scope: 'user',
    capability: null,
    response: 'events',
  }),
};
