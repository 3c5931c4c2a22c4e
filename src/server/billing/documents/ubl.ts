import type { TermWord } from '#shared/messages/terms.ts';
import type { BillingDocument, DocumentLine, DocumentParty } from '#shared/billing/document.ts';
import { countryOfTaxNumber } from '#shared/billing/country-of.ts';
import { multiplied, type NetLine, netLines, plainAmount } from '#shared/billing/net-lines.ts';
import { oppositeSentence } from '#shared/billing/sentences.ts';
import { decimal, textOf } from '#shared/lib/decimal.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Basis } from '#shared/billing/schemas/rate.ts';
import { describe } from './csv-cells.ts';
import { DOCUMENT_WORDS, reversalWords } from './words.ts';
import { type Xml, writeXml } from './xml.ts';
import type { Term } from '#shared/messages/message.ts';

const lacking = (term: TermWord): Term => ({ term });

/**
 * What an e-invoice requires and this document does not have, in words for the person who can add it (BR-09, 11, 16, BR-CO-25, 26, BR-S-02,
 * BR-Z-02).
 */
export const missingForUbl = ({ seller, buyer, lines, dueOn }: BillingDocument): Term[] => [
  ...(seller.country === null ? [lacking('the country of the organization')] : []),
  ...(buyer.country === null ? [lacking('the country of the customer')] : []),
  ...(dueOn === null ? [lacking('the day on which it is due')] : []),
  ...(lines.some(({ kind }) => kind !== 'discount') ? [] : [lacking('a line')]),
  ...(seller.taxNumber === null ? [lacking('the tax number of the organization')] : []),
];

/** UN/ECE Recommendation 20; `C62` means one of anything. */
const unitCode = (basis: Basis | null, { units }: BillingDocument): string => {
  const isUs = units === 'us';
  switch (basis) {
    case 'hour':
    case 'billableHour':
      return 'HUR';
    case 'acre':
      return 'ACR';
    case 'hectare':
      return 'HAR';
    case 'mile':
      return 'SMI';
    case 'kilometre':
      return 'KMT';
    case 'ton':
      return isUs ? 'STN' : 'TNE';
    case 'fuel':
      return isUs ? 'GLL' : 'LTR';
    default:
      return 'C62';
  }
};

/** UNCL 5305: standard rate, or zero rate. */
const categoryOf = (percent: string): 'S' | 'Z' => (Number(percent) === 0 ? 'Z' : 'S');

const VAT: Xml = ['cac:TaxScheme', [['cbc:ID', 'VAT']]];

const taxCategory = (name: string, percent: string): Xml => [name, [['cbc:ID', categoryOf(percent)], ['cbc:Percent', percent], VAT]];

/** The only numbers that count as VAT identifiers begin with their country code (BR-CO-09). */
const isVatNumber = (taxNumber: string): boolean => countryOfTaxNumber(taxNumber) !== null;

const taxScheme = (taxNumber: string, scheme: 'VAT' | 'TAX'): Xml => [
  'cac:PartyTaxScheme',
  [
    ['cbc:CompanyID', taxNumber.replaceAll(' ', '')],
    ['cac:TaxScheme', [['cbc:ID', scheme]]],
  ],
];

/**
 * A tax number that is no VAT identifier: the seller's registration (BT-32), and the identifier of either party (BT-29, BT-46; BR-CO-26).
 */
const taxParts = (name: PartyName, taxNumber: string | null): { readonly id: Xml | null; readonly scheme: Xml | null } => {
  if (taxNumber === null || isVatNumber(taxNumber)) {
    return { id: null, scheme: taxNumber === null ? null : taxScheme(taxNumber, 'VAT') };
  }
  return {
    id: ['cac:PartyIdentification', [['cbc:ID', taxNumber]]],
    scheme: name === 'cac:AccountingSupplierParty' ? taxScheme(taxNumber, 'TAX') : null,
  };
};

type PartyName = 'cac:AccountingSupplierParty' | 'cac:AccountingCustomerParty';

const party = (name: PartyName, { addressLines, country, taxNumber, name: called }: DocumentParty): Xml => {
  const [first, second, ...rest] = addressLines;
  const { id, scheme } = taxParts(name, taxNumber);
  return [
    name,
    [
      [
        'cac:Party',
        [
          id,
          [
            'cac:PostalAddress',
            [
              first === undefined ? null : ['cbc:StreetName', first],
              second === undefined ? null : ['cbc:AdditionalStreetName', second],
              rest.length === 0 ? null : ['cac:AddressLine', [['cbc:Line', rest.join(', ')]]],
              ['cac:Country', [['cbc:IdentificationCode', country ?? '']]],
            ],
          ],
          scheme,
          ['cac:PartyLegalEntity', [['cbc:RegistrationName', called]]],
        ],
      ],
    ],
  ];
};

const period = (from: string | null, to: string | null): Xml | null =>
  from === null || to === null
    ? null
    : [
        'cac:InvoicePeriod',
        [
          ['cbc:StartDate', from],
          ['cbc:EndDate', to],
        ],
      ];

const allowance = ({ line, netCents }: NetLine, document: BillingDocument): Xml => [
  'cac:AllowanceCharge',
  [
    ['cbc:ChargeIndicator', String(netCents > 0)],
    ['cbc:AllowanceChargeReason', line.text === '' ? DOCUMENT_WORDS[document.language].discount : line.text],
    ['cbc:Amount', plainAmount(Math.abs(netCents)), { currencyID: document.currency }],
    taxCategory('cac:TaxCategory', line.taxPercent),
  ],
];

/** Prices may not be below zero (BR-27): a deduction is a negative quantity. */
const signed = (quantity: string, price: string): { quantity: string; price: string } =>
  price.startsWith('-')
    ? { quantity: textOf(decimal(quantity.startsWith('-') ? quantity.slice(1) : `-${quantity}`)), price: price.slice(1) }
    : { quantity, price };

/** Lines of several jobs, and of two machines' own rates, are told apart by their names alone. */
const nameOf = ({ serviceName, text, kind, jobName, rateMachineName }: DocumentLine): string =>
  [serviceName ?? (text || kind), jobName, rateMachineName].filter((part) => part !== null).join(', ');

const invoiceLine = (each: NetLine, place: number, document: BillingDocument, isCredit: boolean): Xml => {
  const own = multiplied(each, 6);
  const { quantity, price } = signed(own.quantity, own.price);
  const { line } = each;
  const unit = own.isOwn ? unitCode(line.basis, document) : 'C62';
  const currency = { currencyID: document.currency };
  return [
    isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine',
    [
      ['cbc:ID', String(place + 1)],
      [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', quantity, { unitCode: unit }],
      ['cbc:LineExtensionAmount', plainAmount(each.netCents), currency],
      period(line.from, line.to),
      [
        'cac:Item',
        [
          ['cbc:Description', describe(line, own.isOwn, document)],
          ['cbc:Name', nameOf(line)],
          taxCategory('cac:ClassifiedTaxCategory', line.taxPercent),
        ],
      ],
      ['cac:Price', [['cbc:PriceAmount', price, currency]]],
    ],
  ];
};

const add = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

/** One for each rate: prices with and without tax are grouped (BR-S-08). */
const taxTotal = (document: BillingDocument): Xml => {
  const currency = { currencyID: document.currency };
  const rates = [...new Set(document.taxes.map(({ taxPercent }) => taxPercent))];
  return [
    'cac:TaxTotal',
    [
      ['cbc:TaxAmount', plainAmount(document.taxCents), currency],
      ...rates.map((percent): Xml => {
        const found = document.taxes.filter(({ taxPercent }) => taxPercent === percent);
        const net = add(found.map(({ cents, taxCents, taxIncluded }) => (taxIncluded ? cents - taxCents : cents)));
        return [
          'cac:TaxSubtotal',
          [
            ['cbc:TaxableAmount', plainAmount(net), currency],
            ['cbc:TaxAmount', plainAmount(add(found.map(({ taxCents }) => taxCents))), currency],
            taxCategory('cac:TaxCategory', percent),
          ],
        ];
      }),
    ],
  ];
};

const monetaryTotal = (document: BillingDocument, lines: readonly NetLine[], discounts: readonly NetLine[]): Xml => {
  const [taken, added] = [discounts.filter(({ netCents }) => netCents <= 0), discounts.filter(({ netCents }) => netCents > 0)];
  const netOf = (each: readonly NetLine[]): number => add(each.map(({ netCents }) => netCents));
  const amount = (name: string, cents: number): Xml => [name, plainAmount(cents), { currencyID: document.currency }];
  return [
    'cac:LegalMonetaryTotal',
    [
      amount('cbc:LineExtensionAmount', netOf(lines)),
      amount('cbc:TaxExclusiveAmount', document.netCents),
      amount('cbc:TaxInclusiveAmount', document.grossCents),
      taken.length === 0 ? null : amount('cbc:AllowanceTotalAmount', 0 - netOf(taken)),
      added.length === 0 ? null : amount('cbc:ChargeTotalAmount', netOf(added)),
      amount('cbc:PayableAmount', document.grossCents),
    ],
  ];
};

const opposite = (number: number): number => 0 - number;
const oppositeText = (quantity: string | null): string | null =>
  quantity === null ? null : textOf({ ...decimal(quantity), digits: -decimal(quantity).digits });

/** A credit note has amounts above zero. */
const credited = (document: BillingDocument): BillingDocument => ({
  ...document,
  lines: document.lines.map((line) => ({
    ...line,
    quantity: oppositeText(line.quantity),
    cents: opposite(line.cents),
    calculation: line.calculation.map(oppositeSentence),
  })),
  taxes: document.taxes.map((tax) => ({ ...tax, cents: opposite(tax.cents), taxCents: opposite(tax.taxCents) })),
  netCents: opposite(document.netCents),
  taxCents: opposite(document.taxCents),
  grossCents: opposite(document.grossCents),
});

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** The EN 16931 e-invoice in UBL 2.1: an Invoice, or a CreditNote for a reversal. Refused with a list of what is missing. */
export const toUbl = (given: BillingDocument): string => {
  const missing = missingForUbl(given);
  if (missing.length > 0) {
    throw refusal('conflict', 'eInvoiceLacks', { missing });
  }
  const { status } = given;
  const isCredit = status.kind === 'reversal';
  const document = isCredit ? credited(given) : given;
  const all = netLines(document);
  const lines = all.filter(({ line }) => line.kind !== 'discount');
  const discounts = all.filter(({ line }) => line.kind === 'discount');
  const kind = isCredit ? 'CreditNote' : 'Invoice';
  const due: Xml = ['cbc:DueDate', document.dueOn ?? ''];
  const root: Xml = [
    kind,
    [
      ['cbc:CustomizationID', 'urn:cen.eu:en16931:2017'],
      ['cbc:ID', document.number],
      ['cbc:IssueDate', document.issuedOn],
      isCredit ? null : due,
      [isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode', isCredit ? '381' : '380'],
      // Text between two # at the beginning is taken for a code (BR-CL-08).
      document.notes === null ? null : ['cbc:Note', document.notes.replaceAll('#', '№')],
      ['cbc:DocumentCurrencyCode', document.currency],
      period(document.from, document.to),
      status.kind === 'reversal'
        ? [
            'cac:BillingReference',
            [
              [
                'cac:InvoiceDocumentReference',
                [
                  ['cbc:ID', status.reverses],
                  ['cbc:IssueDate', status.reversesIssuedOn],
                ],
              ],
            ],
          ]
        : null,
      party('cac:AccountingSupplierParty', document.seller),
      party('cac:AccountingCustomerParty', document.buyer),
      // UBL's credit note has no due date of its own (BT-9).
      isCredit
        ? [
            'cac:PaymentMeans',
            [
              ['cbc:PaymentMeansCode', '1'],
              ['cbc:PaymentDueDate', document.dueOn ?? ''],
            ],
          ]
        : null,
      // Releases of the rules differ on whether that date is enough for a credit note (BR-CO-25): the words are for those.
      status.kind === 'reversal' ? ['cac:PaymentTerms', [['cbc:Note', reversalWords(document, status)]]] : null,
      ...discounts.map((each) => allowance(each, document)),
      taxTotal(document),
      monetaryTotal(document, lines, discounts),
      ...lines.map((each, place) => invoiceLine(each, place, document, isCredit)),
    ],
    {
      xmlns: `${UBL}${kind}-2`,
      'xmlns:cac': `${UBL}CommonAggregateComponents-2`,
      'xmlns:cbc': `${UBL}CommonBasicComponents-2`,
    },
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root)}\n`;
};
