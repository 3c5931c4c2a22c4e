import type { BillingDocument } from '#shared/billing/document.ts';
import type { DocumentFormat, ExportFormat, TableFormat } from '#shared/billing/schemas/invoice-export.ts';
import { refusal } from '#shared/lib/errors.ts';
import { toQuickBooksCsv, toXeroCsv } from './accounting-csv.ts';
import { toCii } from './cii.ts';
import { type DatevNames, toDatev } from './datev.ts';
import { toLinesCsv, toRecordsCsv } from './csv.ts';
import { toIif, windowsBytes } from './iif.ts';
import { missingForEInvoice } from './einvoice-missing.ts';
import { usesHybrid } from './einvoice-needs.ts';
import { toUbl } from './ubl.ts';

interface FileType {
  /** After the name of the record. */
  readonly suffix: string;
  readonly ending: string;
  readonly contentType: string;
}

const CSV = { ending: 'csv', contentType: 'text/csv; charset=utf-8' } as const;
const XML = { ending: 'xml', contentType: 'application/xml; charset=utf-8' } as const;
const PDF = { ending: 'pdf', contentType: 'application/pdf' } as const;

const TYPES: Readonly<Record<DocumentFormat | ExportFormat, FileType>> = {
  pdf: { suffix: '', ...PDF },
  facturx: { suffix: '-zugferd', ...PDF },
  xrechnung: { suffix: '-xrechnung', ...XML },
  ubl: { suffix: '', ...XML },
  cii: { suffix: '-cii', ...XML },
  csv: { suffix: '', ...CSV },
  records: { suffix: '-records', ...CSV },
  xero: { suffix: '-xero', ...CSV },
  'quickbooks-online': { suffix: '-quickbooks-online', ...CSV },
  datev: { suffix: '', ending: 'csv', contentType: 'text/csv; charset=windows-1252' },
  'quickbooks-iif': { suffix: '-quickbooks-iif', ending: 'iif', contentType: 'text/plain; charset=windows-1252' },
};

/** File name and content type of a file that is called like that. */
export const fileIn = (format: DocumentFormat | ExportFormat, name: string): { name: string; contentType: string } => {
  const { suffix, ending, contentType } = TYPES[format];
  // DATEV offers only files that are called like this.
  return { name: `${format === 'datev' ? 'EXTF_' : ''}${name}${suffix}.${ending}`, contentType };
};

/** Several documents in one table. */
const tableIn = (format: TableFormat, documents: readonly BillingDocument[]): Buffer => {
  switch (format) {
    case 'csv':
      return Buffer.from(toLinesCsv(documents));
    case 'records':
      return Buffer.from(toRecordsCsv(documents));
    case 'xero':
      return Buffer.from(toXeroCsv(documents));
    case 'quickbooks-online':
      return Buffer.from(toQuickBooksCsv(documents));
    case 'quickbooks-iif':
      return windowsBytes(toIif(documents));
  }
};

/** Several documents in one file; `datev` names whose books a file for DATEV is for. */
export const exportIn = (format: ExportFormat, documents: readonly BillingDocument[], datev: DatevNames | null): Buffer => {
  if (format !== 'datev') {
    return tableIn(format, documents);
  }
  if (datev === null) {
    throw refusal('invalid_input', 'datevNumbers');
  }
  return windowsBytes(toDatev(documents, datev));
};

/** A refund is due at once. */
const withDueDay = (document: BillingDocument): BillingDocument => ({ ...document, dueOn: document.dueOn ?? document.issuedOn });

/** Whether a PDF for the customer has the e-invoice inside: where that is usual, if it says all that one needs. To people it looks the same. */
export const carriesEInvoice = (document: BillingDocument): boolean =>
  usesHybrid(document) && document.status.kind !== 'void' && missingForEInvoice(withDueDay(document), 'core').length === 0;

/** The invoice that is inside of a ZUGFeRD or Factur-X PDF. */
export const eInvoiceInPdf = (document: BillingDocument): string => toCii(withDueDay(document));

/** One document as a file that is no PDF. */
export const documentIn = (format: Exclude<DocumentFormat, 'pdf' | 'facturx'>, document: BillingDocument): Buffer => {
  switch (format) {
    case 'ubl':
      return Buffer.from(toUbl(withDueDay(document)));
    case 'xrechnung':
      return Buffer.from(toUbl(withDueDay(document), 'xrechnung'));
    case 'cii':
      return Buffer.from(toCii(withDueDay(document)));
    default:
      return tableIn(format, [document]);
  }
};
