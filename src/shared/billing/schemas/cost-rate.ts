import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { calendarDate, nullableText, pageQuery, recordFields } from '#shared/domain/fields.ts';
import { decimalText } from './rate.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf, pathId } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

const PRICE = because('mustBeCostPrice');

export const costRateInput = z
  .object({
    /** The cost of an hour of this employee. With neither an employee nor a machine: the cost of a unit of fuel. */
    employeeId: z.optional(z.nullable(idOf('employee'))),
    equipmentId: z.optional(z.nullable(idOf('equipment'))),
    /** Applies to entries from this day on; null: always. */
    validFrom: z.optional(z.nullable(calendarDate())),
    price: decimalText(PRICE),
  })
  .check(
    z.refine(({ employeeId, equipmentId }) => !employeeId || !equipmentId, {
      path: ['equipmentId'],
      message: because('employeeOrMachine'),
    }),
  );

/** The subject stays: a cost of another employee or machine is another rate. */
export const costRatePatch = z.object({
  validFrom: z.optional(z.nullable(calendarDate())),
  price: z.optional(decimalText(PRICE)),
});

/** What an hour of an employee or a machine, or a unit of fuel, costs the organization, in its currency. */
export const costRate = z.object({
  ...recordFields,
  updatedBy: z.nullable(z.int()),
  employeeId: z.nullable(z.int()),
  equipmentId: z.nullable(z.int()),
  validFrom: nullableText,
  price: z.string(),
});
export type CostRate = z.output<typeof costRate>;

const usual = crudEndpoints('costRate', {
  input: costRateInput,
  patch: costRatePatch,
  record: costRate,
  one: 'a cost rate',
  list: 'Cost rates, in the order in which they were made',
  says: {
    create: 'Say what an hour of an employee or a machine, or a unit of fuel, costs',
    update: 'Change a cost rate; reports follow it',
  },
});

export const costRateEndpoints = {
  ...usual,
  list: defineEndpoint({
    ...usual.list,
    query: z.object({ ...pageQuery, employeeId: z.optional(pathId), equipmentId: z.optional(pathId) }),
  }),
};

/** For the documentation of the API. */
export const costRateWords: KindWords = {
  group: ['Cost rates', 'What employees, machines and fuel cost the organization. For those who may see money.'],
  record: 'What an hour of an employee or a machine, or a unit of fuel, costs the organization from a day on.',
  input: 'A new cost rate.',
  patch: 'A change of a cost rate.',
  fields: {
    employeeId: say('Of whom an hour costs this; null: of nobody.', 7),
    equipmentId: say('Of which machine an hour costs this; null: of none. Of neither: a unit of fuel.', null),
    validFrom: say('Applies to entries from this day on; null: always.', '2025-03-01', 'date'),
    price: say('In whole units of the organization’s currency.', '24.50'),
  },
};
