import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { SELECT_A_SERVICE } from '#shared/domain/equipment.ts';
import { recordFields, requiredLine } from '#shared/domain/fields.ts';
import { idOf } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

/** An implement needs a service everywhere, unlike equipment (specification 4.34). */
export const implementInput = z.object({
  name: requiredLine(because('implementNameRequired')),
  serviceTypeIds: z
    .array(idOf('serviceType'), SELECT_A_SERVICE)
    .check(z.minLength(1, SELECT_A_SERVICE), z.maxLength(500, because('atMostServices', { most: 500 }))),
});
export const implementPatch = z.partial(implementInput);

export const implement = z.object({ ...recordFields, name: z.string(), serviceTypeIds: z.array(z.int()) });
export type Implement = z.output<typeof implement>;

export const implementEndpoints = crudEndpoints('implement', {
  input: implementInput,
  patch: implementPatch,
  record: implement,
  one: 'an implement',
  list: 'Implements, by name',
});

/** For the documentation of the API. */
export const implementWords: KindWords = {
  group: ['Implements', 'What machines pull or carry.'],
  record: 'What is pulled or carried by a machine.',
  input: 'A new implement.',
  patch: 'A change of an implement.',
  fields: {
    name: say('What people call it.', 'Orbis 900'),
    serviceTypeIds: say('Services that it is for: one at least.', [8]),
  },
};
