import * as z from 'zod/mini';
import { calendarDate, optionalText } from '#shared/domain/fields.ts';
import { emailAddress } from '#shared/domain/email.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { idOf } from '#shared/entities/ids.ts';
import { because } from '#shared/messages/because.ts';

const STATEMENT_FORMATS = ['pdf', 'csv'] as const;

const currency = z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, because('currencyUnknown'))));

export const statementMailInput = z.object({
  customerId: idOf('customer'),
  to: emailAddress,
  from: calendarDate(),
  until: calendarDate(),
  currency,
  message: optionalText,
});

export const accountStatementEndpoints = {
  document: defineEndpoint({
    method: 'GET',
    path: '/api/customers/:id/statement',
    summary: 'A statement of account: what a customer owed, was billed, paid and owes now',
    scope: 'record',
    entity: 'customer',
    capability: 'money:read',
    query: z.object({
      from: z.optional(calendarDate()),
      to: z.optional(calendarDate()),
      currency,
      format: z.optional(z.enum(STATEMENT_FORMATS, because('mustBeOneOf', { choices: STATEMENT_FORMATS }))),
    }),
    response: 'file',
  }),
  mail: defineEndpoint({
    method: 'POST',
    path: '/api/organizations/:orgId/statement-mails',
    summary: 'Mail a statement of account to the customer, as a PDF',
    scope: 'organization',
    capability: 'jobs:bill',
    body: statementMailInput,
    response: null,
  }),
};
