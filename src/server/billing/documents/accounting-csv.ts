import type { BillingDocument } from '#shared/billing/document.ts';
import { multiplied, type NetLine, netLines } from '#shared/billing/net-lines.ts';
import { type CsvCell, numberText } from '#shared/lib/csv.ts';
import { amount, describe, csvText } from './csv-cells.ts';

/** An accounting program's names for things; the organization's own settings there decide. */
export interface AccountingNames {
  readonly account: string;
  /** The name of a tax rate in that program, by percentage; of none by the category of the tax (`E`, `AE`, `O`), if the bill has one. */
  readonly taxNames: Readonly<Record<string, string>>;
}

const UNTAXED: Readonly<Record<string, string>> = { E: 'Tax Exempt', AE: 'Reverse Charge', O: 'No VAT' };

const taxNameOf = (percent: string, { taxPosition }: BillingDocument, { taxNames }: Pick<AccountingNames, 'taxNames'>): string => {
  if (percent !== '0') {
    return taxNames[percent] ?? `${percent}%`;
  }
  const category = taxPosition?.category ?? 'E';
  return taxNames[category] ?? taxNames['0'] ?? UNTAXED[category] ?? 'Tax Exempt';
};

const localDate = (date: string, { units }: BillingDocument): string => {
  const [year, month, day] = date.split('-');
  return units === 'us' ? `${month}/${day}/${year}` : `${day}/${month}/${year}`;
};

/** Xero and QuickBooks require a due date: without one a bill is due on its date. */
const dueOf = (document: BillingDocument): string => localDate(document.dueOn ?? document.issuedOn, document);

const XERO_HEAD = [
  '*ContactName',
  'EmailAddress',
  'POAddressLine1',
  'POAddressLine2',
  'POAddressLine3',
  'POAddressLine4',
  'POCity',
  'PORegion',
  'POPostalCode',
  'POCountry',
  '*InvoiceNumber',
  'Reference',
  '*InvoiceDate',
  '*DueDate',
  'Total',
  'InventoryItemCode',
  '*Description',
  '*Quantity',
  '*UnitAmount',
  'Discount',
  '*AccountCode',
  '*TaxType',
  'TaxAmount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
  'Currency',
  'BrandingTheme',
];
/** Xero keeps four decimals of a unit price. */
const XERO_DECIMALS = 4;

const xeroRow = (document: BillingDocument, each: NetLine, names: AccountingNames): CsvCell[] => {
  const { quantity, price, isOwn } = multiplied(each, XERO_DECIMALS);
  const { buyer } = document;
  const address = [0, 1, 2, 3].map((place) => buyer.addressLines[place] ?? null);
  return [
    buyer.name,
    null,
    ...address,
    null,
    null,
    null,
    buyer.country,
    document.number,
    document.jobNames.join('; '),
    localDate(document.issuedOn, document),
    dueOf(document),
    amount(document.grossCents),
    null,
    describe(each.line, isOwn, document),
    numberText(quantity),
    numberText(price),
    null,
    names.account,
    taxNameOf(each.line.taxPercent, document, names),
    null,
    null,
    null,
    null,
    null,
    document.currency,
    null,
  ];
};

/** Xero's template for sales invoices. Amounts are without tax; to be imported as 'Tax Exclusive'. */
export const toXeroCsv = (documents: readonly BillingDocument[], names: AccountingNames = { account: '200', taxNames: {} }): string =>
  csvText([XERO_HEAD, ...documents.flatMap((document) => netLines(document).map((each) => xeroRow(document, each, names)))]);

const QUICKBOOKS_HEAD = [
  '*InvoiceNo',
  '*Customer',
  '*InvoiceDate',
  '*DueDate',
  'Terms',
  'Location',
  'Memo',
  'Item(Product/Service)',
  'ItemDescription',
  'ItemQuantity',
  'ItemRate',
  '*ItemAmount',
  '*ItemTaxCode',
  'ItemTaxAmount',
  'Currency',
  'Service Date',
];
const QUICKBOOKS_DECIMALS = 5;

/**
 * QuickBooks Online's import of invoices. Amounts are without tax; it does not import credit notes, so they and reversals are left out, and
 * with its reversal what is void.
 */
export const toQuickBooksCsv = (
  documents: readonly BillingDocument[],
  names: Pick<AccountingNames, 'taxNames'> = { taxNames: {} },
): string =>
  csvText([
    QUICKBOOKS_HEAD,
    ...documents
      .filter(({ kind, status }) => kind !== 'reversal' && kind !== 'credit' && status.kind !== 'void')
      .flatMap((document) =>
        netLines(document).map((each): CsvCell[] => {
          const { quantity, price, isOwn } = multiplied(each, QUICKBOOKS_DECIMALS);
          const { line, netCents } = each;
          return [
            document.number,
            document.buyer.name,
            localDate(document.issuedOn, document),
            dueOf(document),
            null,
            null,
            document.notes,
            line.serviceName ?? line.text,
            describe(line, isOwn, document),
            numberText(quantity),
            numberText(price),
            amount(netCents),
            taxNameOf(line.taxPercent, document, names),
            null,
            document.currency,
            line.to === null ? null : localDate(line.to, document),
          ];
        }),
      ),
  ]);
