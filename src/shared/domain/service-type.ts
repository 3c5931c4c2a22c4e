import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { flag, jsonValue, nullableText, optionalLines, pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { jobEntry } from '#shared/domain/job-entry.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { firstly } from '#shared/entities/first-values.ts';
import { idOf } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** Required equipment of a service (specification 4.23). */
export const EQUIPMENT_COUNT = { min: 1, max: 10, default: 1 } as const;

const COUNT_MESSAGE = because('mustBeWholeNumberWithin', { least: EQUIPMENT_COUNT.min, most: EQUIPMENT_COUNT.max });
const fieldIds = z.optional(z.array(idOf('customDataField')).check(z.maxLength(500, because('atMostFields', { most: 500 }))));
const nullableFlag = z.optional(z.nullable(z.boolean(because('mustBeTrueFalseOrNull'))));

/** Flags of the wizard: stored and answered, while the two id lists are what the program goes by (specification 8.5). */
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
  name: requiredLine(because('serviceNameRequired')),
  description: optionalLines,
  customDataFieldIds: fieldIds,
  requiredFieldIds: fieldIds,
  equipmentCount: z.optional(
    z.int(COUNT_MESSAGE).check(z.minimum(EQUIPMENT_COUNT.min, COUNT_MESSAGE), z.maximum(EQUIPMENT_COUNT.max, COUNT_MESSAGE)),
  ),
  allowMultipleOperators: flag,
  linkedEquipmentIds: z.optional(z.array(idOf('equipment')).check(z.maxLength(2000, because('atMostEquipment', { most: 2000 })))),
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
  equipmentCount: firstly(z.int(), EQUIPMENT_COUNT.default),
  allowMultipleOperators: z.boolean(),
  /** The equipment whose `serviceTypeIds` contain this service: the same link from the other side. */
  linkedEquipmentIds: z.array(z.int()),
  ...flags(z.nullable(z.boolean())),
  requiredFields: z.unknown(),
});
export type ServiceType = z.output<typeof serviceType>;

/** Included and required fields of a service, made consistent: required implies included (specification 4.24). */
export const serviceFields = (included: readonly number[], required: readonly number[]) => ({
  customDataFieldIds: [...new Set([...included, ...required])],
  requiredFieldIds: [...new Set(required)],
});

export const serviceTypeEndpoints = {
  ...crudEndpoints('serviceType', {
    input: serviceTypeInput,
    patch: serviceTypePatch,
    record: serviceType,
    one: 'a service',
    list: 'Services, by name',
    says: { remove: 'Delete a service; entries go on showing its name' },
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

const WIZARD_FLAG = say('A choice of the setup wizard; kept, and answered as it was sent.', null);

/** For the documentation of the API. */
export const serviceTypeWords: KindWords = {
  group: ['Services', 'Kinds of work, and the data fields that their entries take.'],
  record: 'A kind of work, such as mowing or hauling, and the data fields that its entries take.',
  input: 'A new service.',
  patch: 'A change of a service.',
  fields: {
    name: say('What the service is called.', 'Chopping'),
    description: say('A line about it.', 'Corn silage, self-propelled'),
    customDataFieldIds: say('Data fields that its entries offer.', [21, 22]),
    requiredFieldIds: say(
      'Data fields that its entries ask for; each is offered too. A new service that does not say requires those of its fields that are required by themselves.',
      [21],
    ),
    equipmentCount: say('Machines that an entry takes.', 1),
    allowMultipleOperators: say('Whether an entry takes several operators.', false),
    linkedEquipmentIds: say('Machines that do this work: the same link as `Equipment.serviceTypeIds`, from the other side.', [9]),
    showEquipment: WIZARD_FLAG,
    showOperator: WIZARD_FLAG,
    showTotalHours: WIZARD_FLAG,
    showLoads: WIZARD_FLAG,
    showNote: WIZARD_FLAG,
    showEquipmentCount: WIZARD_FLAG,
    showMachine: WIZARD_FLAG,
    requiredFields: say('Any JSON of the setup wizard; kept, and answered as it was sent.', null),
  },
};
