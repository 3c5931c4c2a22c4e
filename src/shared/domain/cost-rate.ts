import * as z from 'zod/mini';
import { calendarDate, nullableText, pageQuery, recordFields } from '#shared/domain/fields.ts';
import { decimalText } from '#shared/domain/rate.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf, pathId } from '#shared/entities/ids.ts';

const PRICE = 'Must be a price, such as 42.50';

export const costRateInput = z
  .object({
    /** What an hour of his costs. Of neither an employee nor a machine: what a unit of fuel costs. */
    employeeId: z.optional(z.nullable(idOf('employee'))),
    equipmentId: z.optional(z.nullable(idOf('equipment'))),
    /** Holds for entries from this day on; null: from the beginning. */
    validFrom: z.optional(z.nullable(calendarDate())),
    price: decimalText(PRICE),
  })
  .check(
    z.refine(({ employeeId, equipmentId }) => !employeeId || !equipmentId, {
      path: ['equipmentId'],
      message: 'Give an employee or a machine, not both',
    }),
  );

/** Whose cost it is stays: another one's is another rate. */
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

const ofRecord = { scope: 'record', entity: 'costRate' } as const;

export const costRateEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/cost-rates',
    summary: 'Cost rates, in the order in which they were made',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({ ...pageQuery, employeeId: z.optional(pathId), equipmentId: z.optional(pathId) }),
    response: z.array(costRate),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/cost-rates',
    summary: 'Say what an hour of an employee or a machine, or a unit of fuel, costs',
    scope: 'organization',
    capability: 'money:write',
    body: costRateInput,
    response: costRate,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/cost-rates/:id',
    summary: 'Read a cost rate',
    ...ofRecord,
    capability: 'money:read',
    response: costRate,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/cost-rates/:id',
    summary: 'Change a cost rate; reports follow it',
    ...ofRecord,
    capability: 'money:write',
    body: costRatePatch,
    response: costRate,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/cost-rates/:id',
    summary: 'Delete a cost rate',
    ...ofRecord,
    capability: 'money:write',
    response: null,
  }),
};
