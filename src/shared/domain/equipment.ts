import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { nullableText, optionalLine, pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { jobEntry } from '#shared/domain/job-entry.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** What the API accepts; the management form also asks for at least one service (specification 4.29). */
export const equipmentInput = z.object({
  name: requiredLine(because('equipmentNameRequired')),
  unitNumber: optionalLine,
  serialNumber: optionalLine,
  equipmentTypeId: z.optional(z.nullable(z.int(because('mustBeWholeNumber')).check(z.minimum(1), z.maximum(2_147_483_647)))),
  serviceTypeIds: z.optional(z.array(idOf('serviceType')).check(z.maxLength(500, because('atMostServices', { most: 500 })))),
});
export const equipmentPatch = z.partial(equipmentInput);

export const SELECT_A_SERVICE = because('serviceTypeRequired');

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
  ...crudEndpoints('equipment', {
    input: equipmentInput,
    patch: equipmentPatch,
    record: equipment,
    one: 'a piece of equipment',
    list: 'Equipment, by name',
    says: { remove: 'Delete a piece of equipment; entries go on showing its name' },
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

/** For the documentation of the API. */
export const equipmentWords: KindWords = {
  group: ['Equipment', 'Machines.'],
  record: 'A machine.',
  input: 'A new machine.',
  patch: 'A change of a machine.',
  fields: {
    name: say('What people call it.', 'Claas 970'),
    unitNumber: say('The company’s own number.', 'C-2'),
    serialNumber: say('The maker’s number.', '49904512'),
    equipmentTypeId: say('A number of another program’s; kept as it was sent.', null),
    serviceTypeIds: say('Services that it does.', [8]),
  },
};
