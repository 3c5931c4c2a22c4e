import * as z from 'zod/mini';
import { flag, jsonValue, nullableText, optionalLines, pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { jobEntry } from '#shared/domain/job-entry.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';

/** Required equipment of a service (specification 1 §9, 2 §9). */
export const EQUIPMENT_COUNT = { min: 1, max: 10, default: 1 } as const;

const COUNT_MESSAGE = `Must be a whole number from ${EQUIPMENT_COUNT.min} to ${EQUIPMENT_COUNT.max}`;
const fieldIds = z.optional(z.array(idOf('customDataField')).check(z.maxLength(500, 'At most 500 fields')));
const nullableFlag = z.optional(z.nullable(z.boolean('Must be true, false or null')));

/** Flags of the wizard: stored and answered, while the two id lists are what the program goes by (decisions §5). */
const WIZARD_FLAGS = [
  'showEquipment',
  'showOperator',
  'showTotalHours',
  'showLoads',
  'showNote',
  'showEquipmentCount',
  'showMachine',
] as const;
const flags = <T>(type: T) => Object.fromEntries(WIZARD_FLAGS.map((name) => [name, type])) as Record<(typeof WIZARD_FLAGS)[number], T>;

export const serviceTypeInput = z.object({
  name: requiredLine('Service name is required'),
  description: optionalLines,
  customDataFieldIds: fieldIds,
  requiredFieldIds: fieldIds,
  equipmentCount: z.optional(
    z.int(COUNT_MESSAGE).check(z.minimum(EQUIPMENT_COUNT.min, COUNT_MESSAGE), z.maximum(EQUIPMENT_COUNT.max, COUNT_MESSAGE)),
  ),
  allowMultipleOperators: flag,
  linkedEquipmentIds: z.optional(z.array(idOf('equipment')).check(z.maxLength(2000, 'At most 2000 pieces of equipment'))),
  ...flags(nullableFlag),
  requiredFields: z.optional(jsonValue),
});
export const serviceTypePatch = z.partial(serviceTypeInput);

export const serviceType = z.object({
  ...recordFields,
  name: z.string(),
  description: nullableText,
  customDataFieldIds: z.array(z.int()),
  requiredFieldIds: z.array(z.int()),
  equipmentCount: z.int(),
  allowMultipleOperators: z.boolean(),
  /** The equipment whose `serviceTypeIds` hold this service: one link, seen from the other side. */
  linkedEquipmentIds: z.array(z.int()),
  ...flags(z.nullable(z.boolean())),
  requiredFields: z.unknown(),
});
export type ServiceType = z.output<typeof serviceType>;

/** Included and required fields of a service, made consistent: required implies included (specification 2 §4). */
export const serviceFields = (included: readonly number[], required: readonly number[]) => ({
  customDataFieldIds: [...new Set([...included, ...required])],
  requiredFieldIds: [...new Set(required)],
});

export const serviceTypeEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/service-types',
    summary: 'Services, by name',
    scope: 'organization',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(serviceType),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/service-types',
    summary: 'Create a service',
    scope: 'organization',
    capability: 'setup:write',
    body: serviceTypeInput,
    response: serviceType,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/service-types/:id',
    summary: 'Read a service',
    scope: 'record',
    entity: 'serviceType',
    capability: 'records:read',
    response: serviceType,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/service-types/:id',
    summary: 'Change a service',
    scope: 'record',
    entity: 'serviceType',
    capability: 'setup:write',
    body: serviceTypePatch,
    response: serviceType,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/service-types/:id',
    summary: 'Delete a service; entries go on showing its name',
    scope: 'record',
    entity: 'serviceType',
    capability: 'setup:write',
    response: null,
  }),
  jobEntries: defineEndpoint({
    method: 'GET',
    path: '/api/service-types/:id/job-entries',
    summary: 'Entries of the service, newest first',
    scope: 'record',
    entity: 'serviceType',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(jobEntry),
  }),
};
