import * as z from 'zod/mini';
import { recordFilterQuery, recordOrderQuery } from './record-list.ts';
import { defineEndpoint } from '#shared/endpoint.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { because } from '#shared/messages/because.ts';

/** Lists of lines or of records, and imports of accounting programs. */
const TABLE_FORMATS = ['csv', 'records', 'xero', 'quickbooks-online', 'quickbooks-iif'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Formats for several records: tables, and bookings for DATEV. */
export const EXPORT_FORMATS = [...TABLE_FORMATS, 'datev'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * E-invoices: XRechnung, which German public buyers want; `facturx`, a PDF with the invoice inside it for programs to read, called ZUGFeRD in
 * Germany; and the two syntaxes of EN 16931 by themselves.
 */
export const E_INVOICE_FORMATS = ['xrechnung', 'facturx', 'ubl', 'cii'] as const;

/** Formats for one record. */
export const DOCUMENT_FORMATS = ['pdf', ...E_INVOICE_FORMATS, ...TABLE_FORMATS] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** The most records in one file: they are all read into memory. */
export const MOST_EXPORTED = 2000;

const FLAG = because('mustBeTrueOrFalse');
/** `true` or `false` in an address. */
export const queryFlag = z.optional(
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

/** DATEV's charts of accounts: SKR 03 and SKR 04. */
export const DATEV_CHARTS = ['03', '04'] as const;
export type DatevChart = (typeof DATEV_CHARTS)[number];

const numberWithin = (least: number, most: number) => {
  const reason = because('mustBeWholeNumberWithin', { least, most });
  return z.optional(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,6}$/, reason)),
      z.pipe(z.transform(Number), z.number().check(z.minimum(least, reason), z.maximum(most, reason))),
    ),
  );
};

export const invoiceExportEndpoints = {
  document: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-records/:id/document',
    summary: 'A billing record as a PDF, an e-invoice, or for an accounting program',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({
      format: z.optional(z.enum(DOCUMENT_FORMATS, because('mustBeOneOf', { choices: DOCUMENT_FORMATS }))),
      annex: queryFlag,
      photos: queryFlag,
      notes: queryFlag,
    }),
    response: 'file',
  }),
  export: defineEndpoint({
    method: 'GET',
    path: '/api/organizations/:orgId/billing-export',
    summary: 'Billing records of a list, or some of them, in one file',
    scope: 'organization',
    capability: 'money:read',
    query: z.object({
      format: z.optional(z.enum(EXPORT_FORMATS, because('mustBeOneOf', { choices: EXPORT_FORMATS }))),
      ...recordFilterQuery,
      ...recordOrderQuery,
      ids,
      /** For DATEV: the numbers of the tax adviser and of the client there, and the chart of accounts. */
      consultant: numberWithin(1001, 9_999_999),
      client: numberWithin(1, 99_999),
      chart: z.optional(z.enum(DATEV_CHARTS, because('mustBeOneOf', { choices: DATEV_CHARTS }))),
    }),
    response: 'file',
  }),
};
