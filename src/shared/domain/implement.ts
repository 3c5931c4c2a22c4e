import * as z from 'zod/mini';
import { SELECT_A_SERVICE } from '#shared/domain/equipment.ts';
import { pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';

/** An implement needs a service everywhere, unlike equipment (decisions §10). */
export const implementInput = z.object({
  name: requiredLine('Implement name is required'),
  serviceTypeIds: z
    .array(idOf('serviceType'), SELECT_A_SERVICE)
    .check(z.minLength(1, SELECT_A_SERVICE), z.maxLength(500, 'At most 500 services')),
});
export const implementPatch = z.partial(implementInput);

export const implement = z.object({ ...recordFields, name: z.string(), serviceTypeIds: z.array(z.int()) });
export type Implement = z.output<typeof implement>;

export const implementEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/implements',
    summary: 'Implements, by name',
    scope: 'organization',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(implement),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/implements',
    summary: 'Create an implement',
    scope: 'organization',
    capability: 'setup:write',
    body: implementInput,
    response: implement,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/implements/:id',
    summary: 'Read an implement',
    scope: 'record',
    entity: 'implement',
    capability: 'records:read',
    response: implement,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/implements/:id',
    summary: 'Change an implement',
    scope: 'record',
    entity: 'implement',
    capability: 'setup:write',
    body: implementPatch,
    response: implement,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/implements/:id',
    summary: 'Delete an implement',
    scope: 'record',
    entity: 'implement',
    capability: 'setup:write',
    response: null,
  }),
};
