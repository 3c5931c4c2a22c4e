import * as z from 'zod/mini';
import { nullableText, optionalLine, pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { jobEntry } from '#shared/domain/job-entry.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';

/** What the API takes; the management form also asks for one service at least (decisions §10). */
export const equipmentInput = z.object({
  name: requiredLine('Equipment name is required'),
  unitNumber: optionalLine,
  serialNumber: optionalLine,
  equipmentTypeId: z.optional(z.nullable(z.int('Must be a whole number').check(z.minimum(1), z.maximum(2_147_483_647)))),
  serviceTypeIds: z.optional(z.array(idOf('serviceType')).check(z.maxLength(500, 'At most 500 services'))),
});
export const equipmentPatch = z.partial(equipmentInput);

export const SELECT_A_SERVICE = 'Select at least one service type';

export const equipment = z.object({
  ...recordFields,
  name: z.string(),
  unitNumber: nullableText,
  serialNumber: nullableText,
  equipmentTypeId: z.nullable(z.int()),
  serviceTypeIds: z.array(z.int()),
});
export type Equipment = z.output<typeof equipment>;

export const equipmentEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/equipment',
    summary: 'Equipment, by name',
    scope: 'organization',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(equipment),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/equipment',
    summary: 'Create a piece of equipment',
    scope: 'organization',
    capability: 'setup:write',
    body: equipmentInput,
    response: equipment,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/equipment/:id',
    summary: 'Read a piece of equipment',
    scope: 'record',
    entity: 'equipment',
    capability: 'records:read',
    response: equipment,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/equipment/:id',
    summary: 'Change a piece of equipment',
    scope: 'record',
    entity: 'equipment',
    capability: 'setup:write',
    body: equipmentPatch,
    response: equipment,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/equipment/:id',
    summary: 'Delete a piece of equipment; entries go on showing its name',
    scope: 'record',
    entity: 'equipment',
    capability: 'setup:write',
    response: null,
  }),
  jobEntries: defineEndpoint({
    method: 'GET',
    path: '/api/equipment/:id/job-entries',
    summary: 'Usage history of the equipment, newest first',
    scope: 'record',
    entity: 'equipment',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(jobEntry),
  }),
};
