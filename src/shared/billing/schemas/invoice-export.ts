import * as z from 'zod/mini';
import { calendarDate } from '#shared/domain/fields.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

/** Formats for several records: lists of lines or of records, and imports of accounting programs. */
export const EXPORT_FORMATS = ['csv', 'records', 'xero', 'quickbooks-online', 'quickbooks-iif'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * E-invoices: XRechnung, which German public buyers want; `facturx`, a PDF with the invoice inside it for programs to read, called ZUGFeRD in
 * Germany; and the two syntaxes of EN 16931 by themselves.
 */
export const E_INVOICE_FORMATS = ['xrechnung', 'facturx', 'ubl', 'cii'] as const;

/** Formats for one record. */
export const DOCUMENT_FORMATS = ['pdf', ...E_INVOICE_FORMATS, ...EXPORT_FORMATS] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** The most records in one file: they are all read into memory. */
export const MOST_EXPORTED = 2000;

const FLAG = because('mustBeTrueOrFalse');
const flag = z.optional(
  z.pipe(
    z.enum(['true', 'false'], FLAG),
    z.transform((text: 'true' | 'false'): boolean => text === 'true'),
  ),
);
const IDS = because('mustBeBillingRecordIds');
const ids = z.optional(
  z.pipe(
    z.string().check(z.maxLength(11 * MOST_EXPORTED, IDS), z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, IDS)),
    z.pipe(
      z.transform((text: string) => text.split(',').map(Number)),
      z.array(z.number().check(z.maximum(LARGEST_ID, IDS))),
    ),
  ),
);

export const invoiceExportEndpoints = {
  document: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-records/:id/document',
    summary: 'A billing record as a PDF, an e-invoice, or for an accounting program',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({
      format: z.optional(z.enum(DOCUMENT_FORMATS, because('mustBeOneOf', { choices: DOCUMENT_FORMATS }))),
      annex: flag,
      photos: flag,
      notes: flag,
    }),
    response: 'file',
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-export',
    summary: 'Billing records of a period, or some of them, in one file',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({
      format: z.optional(z.enum(EXPORT_FORMATS, because('mustBeOneOf', { choices: EXPORT_FORMATS }))),
      from: z.optional(calendarDate()),
      to: z.optional(calendarDate()),
      ids,
    }),
    response: 'file',
  }),
};
