import type { BillingDocument } from '#shared/billing/document.ts';
import { type EAllowance, type EInvoice, eInvoiceOf, type ELine, type ETax } from './einvoice.ts';
import type { Profile } from './einvoice-profile.ts';
import type { EParty } from './einvoice-party.ts';
import type { EPayment } from './einvoice-payment.ts';
import { type Xml, writeXml } from './xml.ts';

/** Left out where there is no text. */
const some = (name: string, text: string | null, attributes?: Readonly<Record<string, string>>): Xml | null =>
  text === null ? null : attributes ? [name, text, attributes] : [name, text];

const VAT: Xml = ['cac:TaxScheme', [['cbc:ID', 'VAT']]];

const taxCategory = (name: string, category: string, percent: string | null, reason: readonly (Xml | null)[] = []): Xml => [
  name,
  [['cbc:ID', category], some('cbc:Percent', percent), ...reason, VAT],
];

const taxScheme = (taxNumber: string | null, scheme: 'VAT' | 'TAX'): Xml | null =>
  taxNumber === null
    ? null
    : [
        'cac:PartyTaxScheme',
        [
          ['cbc:CompanyID', taxNumber],
          ['cac:TaxScheme', [['cbc:ID', scheme]]],
        ],
      ];

const contact = (of: NonNullable<EParty['contact']>): Xml => [
  'cac:Contact',
  [some('cbc:Name', of.name), some('cbc:Telephone', of.phone), some('cbc:ElectronicMail', of.email)],
];

const party = (name: 'cac:AccountingSupplierParty' | 'cac:AccountingCustomerParty', of: EParty): Xml => [
  name,
  [
    [
      'cac:Party',
      [
        some('cbc:EndpointID', of.endpoint, { schemeID: 'EM' }),
        of.id === null ? null : ['cac:PartyIdentification', [['cbc:ID', of.id]]],
        [
          'cac:PostalAddress',
          [
            some('cbc:StreetName', of.street),
            some('cbc:AdditionalStreetName', of.secondLine),
            some('cbc:CityName', of.town),
            some('cbc:PostalZone', of.postalCode),
            some('cbc:CountrySubentity', of.region),
            of.thirdLine === null ? null : ['cac:AddressLine', [['cbc:Line', of.thirdLine]]],
            ['cac:Country', [['cbc:IdentificationCode', of.country]]],
          ],
        ],
        taxScheme(of.vatNumber, 'VAT'),
        taxScheme(of.registration, 'TAX'),
        ['cac:PartyLegalEntity', [['cbc:RegistrationName', of.name]]],
        of.contact === null ? null : contact(of.contact),
      ],
    ],
  ],
];

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

const payment = ({ code, reference, account, holder, bic }: EPayment, dueOn: string | null): Xml => [
  'cac:PaymentMeans',
  [
    ['cbc:PaymentMeansCode', code],
    some('cbc:PaymentDueDate', dueOn),
    some('cbc:PaymentID', reference),
    account === null
      ? null
      : [
          'cac:PayeeFinancialAccount',
          [['cbc:ID', account], some('cbc:Name', holder), bic === null ? null : ['cac:FinancialInstitutionBranch', [['cbc:ID', bic]]]],
        ],
  ],
];

/** UBL's credit note has no due date of its own (BT-9): it is said where the payment is. */
const paymentMeans = ({ payment: of, isCredit, dueOn }: EInvoice): Xml | null =>
  of === null ? null : payment(of, isCredit ? dueOn : null);

const preceding = ({ number, issuedOn }: NonNullable<EInvoice['preceding']>): Xml => [
  'cac:BillingReference',
  [
    [
      'cac:InvoiceDocumentReference',
      [
        ['cbc:ID', number],
        ['cbc:IssueDate', issuedOn],
      ],
    ],
  ],
];

/** Everything with an amount of this currency. */
const inCurrency = (currencyID: string) => {
  const amount = (name: string, text: string): Xml => [name, text, { currencyID }];
  const optional = (name: string, text: string | null): Xml | null => some(name, text, { currencyID });
  return {
    allowance: ({ isCharge, reason, amount: text, category, percent }: EAllowance): Xml => [
      'cac:AllowanceCharge',
      [
        ['cbc:ChargeIndicator', String(isCharge)],
        ['cbc:AllowanceChargeReason', reason],
        amount('cbc:Amount', text),
        taxCategory('cac:TaxCategory', category, percent),
      ],
    ],
    subtotal: ({ taxable, tax, category, percent, reasonCode, reason }: ETax): Xml => [
      'cac:TaxSubtotal',
      [
        amount('cbc:TaxableAmount', taxable),
        amount('cbc:TaxAmount', tax),
        taxCategory('cac:TaxCategory', category, percent, [
          some('cbc:TaxExemptionReasonCode', reasonCode),
          some('cbc:TaxExemptionReason', reason),
        ]),
      ],
    ],
    totals: ({ lines, net, gross, allowances, charges, payable }: EInvoice['totals']): Xml => [
      'cac:LegalMonetaryTotal',
      [
        amount('cbc:LineExtensionAmount', lines),
        amount('cbc:TaxExclusiveAmount', net),
        amount('cbc:TaxInclusiveAmount', gross),
        optional('cbc:AllowanceTotalAmount', allowances),
        optional('cbc:ChargeTotalAmount', charges),
        amount('cbc:PayableAmount', payable),
      ],
    ],
    line: (
      { id, quantity, unit, net, from, to, description, name, price, category, percent }: ELine,
      kind: 'Invoice' | 'CreditNote',
    ): Xml => [
      `cac:${kind}Line`,
      [
        ['cbc:ID', id],
        [kind === 'Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', quantity, { unitCode: unit }],
        amount('cbc:LineExtensionAmount', net),
        period(from, to),
        ['cac:Item', [['cbc:Description', description], ['cbc:Name', name], taxCategory('cac:ClassifiedTaxCategory', category, percent)]],
        ['cac:Price', [amount('cbc:PriceAmount', price)]],
      ],
    ],
    tax: (text: string): Xml => amount('cbc:TaxAmount', text),
  };
};

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

const written = (invoice: EInvoice): string => {
  const { isCredit, currency } = invoice;
  const kind = isCredit ? 'CreditNote' : 'Invoice';
  const write = inCurrency(currency);
  const root: Xml = [
    kind,
    [
      ['cbc:CustomizationID', invoice.guideline],
      ['cbc:ProfileID', invoice.process],
      ['cbc:ID', invoice.number],
      ['cbc:IssueDate', invoice.issuedOn],
      isCredit ? null : ['cbc:DueDate', invoice.dueOn],
      [`cbc:${kind}TypeCode`, invoice.typeCode],
      some('cbc:Note', invoice.note),
      ['cbc:DocumentCurrencyCode', currency],
      some('cbc:BuyerReference', invoice.buyerReference),
      period(invoice.from, invoice.to),
      invoice.preceding === null ? null : preceding(invoice.preceding),
      party('cac:AccountingSupplierParty', invoice.seller),
      party('cac:AccountingCustomerParty', invoice.buyer),
      invoice.to === null ? null : ['cac:Delivery', [['cbc:ActualDeliveryDate', invoice.to]]],
      paymentMeans(invoice),
      invoice.terms === null ? null : ['cac:PaymentTerms', [['cbc:Note', invoice.terms]]],
      ...invoice.allowances.map(write.allowance),
      ['cac:TaxTotal', [write.tax(invoice.totals.tax), ...invoice.taxes.map(write.subtotal)]],
      write.totals(invoice.totals),
      ...invoice.lines.map((line) => write.line(line, kind)),
    ],
    {
      xmlns: `${UBL}${kind}-2`,
      'xmlns:cac': `${UBL}CommonAggregateComponents-2`,
      'xmlns:cbc': `${UBL}CommonBasicComponents-2`,
    },
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root)}\n`;
};

/** The e-invoice in UBL 2.1: an Invoice, or a CreditNote. Refused with a list of what is missing. */
export const toUbl = (document: BillingDocument, profile: Profile = 'core'): string => written(eInvoiceOf(document, profile));
