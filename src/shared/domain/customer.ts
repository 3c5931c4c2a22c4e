import * as z from 'zod/mini';
import { nullableText, optionalLine, optionalLines, pageQuery, recordFields, requiredLine } from '#shared/domain/fields.ts';
import { jobList } from '#shared/domain/job.ts';
import { defineEndpoint } from '#shared/endpoint.ts';

const businessName = requiredLine('Business name is required');

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
  list: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/customers',
    summary: 'Customers, by name',
    scope: 'organization',
    capability: 'records:read',
    query: z.object(pageQuery),
    response: z.array(customer),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/customers',
    summary: 'Create a customer',
    scope: 'organization',
    capability: 'customers:write',
    body: customerInput,
    response: customer,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/customers/:id',
    summary: 'Read a customer',
    scope: 'record',
    entity: 'customer',
    capability: 'records:read',
    response: customer,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/api/customers/:id',
    summary: 'Change a customer',
    scope: 'record',
    entity: 'customer',
    capability: 'customers:write',
    body: customerPatch,
    response: customer,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/customers/:id',
    summary: 'Delete a customer; its jobs stay and go on showing its name',
    scope: 'record',
    entity: 'customer',
    capability: 'records:delete',
    response: null,
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
