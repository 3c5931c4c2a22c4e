import * as z from 'zod/mini';
import { type KindWords, say } from '#shared/lib/words.ts';
import { crudEndpoints } from '#shared/domain/crud-endpoints.ts';
import { nullableText, optionalLine, optionalLines, pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { jobList } from '#shared/domain/job.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { because } from '#shared/messages/because.ts';

const businessName = requiredLine(because('businessNameRequired'));

export const customerInput = z.object({
  businessName,
  address: optionalLines,
  phoneNumber: optionalLine,
  firstName: optionalLine,
  lastName: optionalLine,
});
export const customerPatch = z.partial(customerInput);

export const customer = z.object({
  ...recordFields,
  businessName: z.string(),
  address: nullableText,
  phoneNumber: nullableText,
  firstName: nullableText,
  lastName: nullableText,
});
export type Customer = z.output<typeof customer>;

export const customerEndpoints = {
  ...crudEndpoints('customer', {
    input: customerInput,
    patch: customerPatch,
    record: customer,
    one: 'a customer',
    list: 'Customers, by name',
    says: { remove: 'Delete a customer; its jobs stay and go on showing its name' },
  }),
  jobs: defineEndpoint({
    method: 'GET',
    path: '/api/customers/:id/jobs',
    summary: 'Jobs of a customer, newest first',
    scope: 'record',
    entity: 'customer',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: jobList,
  }),
};

/** For the documentation of the API. */
export const customerWords: KindWords = {
  group: ['Customers', 'Whom the contractor works for.'],
  record: 'A person or business the contractor works for.',
  input: 'A new customer.',
  patch: 'A change of a customer.',
  fields: {
    businessName: say('What the customer is called, and sorted by.', 'Pine Ridge Farms'),
    address: say('As it was typed.', '4410 County Road 9, Gothenburg NE'),
    firstName: say('First name of the person to talk to.', 'Ruth'),
    lastName: say('Last name of the person to talk to.', 'Lindqvist'),
  },
};
