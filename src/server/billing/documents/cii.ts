import type { BillingDocument } from '#shared/billing/document.ts';
import { type EAllowance, type EInvoice, eInvoiceOf, type ELine, type ETax } from './einvoice.ts';
import type { Profile } from './einvoice-profile.ts';
import type { EParty } from './einvoice-party.ts';
import type { EPayment } from './einvoice-payment.ts';
import { type Xml, writeXml } from './xml.ts';

const some = (name: string, text: string | null): Xml | null => (text === null ? null : [name, text]);

/** An element around another one, left out where there is nothing in it. */
const around = (name: string, inside: Xml | null): Xml | null => (inside === null ? null : [name, [inside]]);

/** Format 102: `20260331`. */
const day = (date: string, name = 'udt:DateTimeString'): Xml => [name, date.replaceAll('-', ''), { format: '102' }];

const period = (from: string | null, to: string | null): Xml | null =>
  from === null || to === null
    ? null
    : [
        'ram:BillingSpecifiedPeriod',
        [
          ['ram:StartDateTime', [day(from)]],
          ['ram:EndDateTime', [day(to)]],
        ],
      ];

const contact = ({ name, phone, email }: NonNullable<EParty['contact']>): Xml => [
  'ram:DefinedTradeContact',
  [
    some('ram:PersonName', name),
    around('ram:TelephoneUniversalCommunication', some('ram:CompleteNumber', phone)),
    around('ram:EmailURIUniversalCommunication', some('ram:URIID', email)),
  ],
];

/** `VA`: a VAT number; `FC`: one of the tax office. */
const registration = (number: string | null, schemeID: 'VA' | 'FC'): Xml | null =>
  number === null ? null : ['ram:SpecifiedTaxRegistration', [['ram:ID', number, { schemeID }]]];

const party = (name: 'ram:SellerTradeParty' | 'ram:BuyerTradeParty', of: EParty): Xml => [
  name,
  [
    some('ram:ID', of.id),
    ['ram:Name', of.name],
    of.contact === null ? null : contact(of.contact),
    [
      'ram:PostalTradeAddress',
      [
        some('ram:PostcodeCode', of.postalCode),
        some('ram:LineOne', of.street),
        some('ram:LineTwo', of.secondLine),
        some('ram:LineThree', of.thirdLine),
        some('ram:CityName', of.town),
        ['ram:CountryID', of.country],
        some('ram:CountrySubDivisionName', of.region),
      ],
    ],
    of.endpoint === null ? null : ['ram:URIUniversalCommunication', [['ram:URIID', of.endpoint, { schemeID: 'EM' }]]],
    registration(of.vatNumber, 'VA'),
    registration(of.registration, 'FC'),
  ],
];

const tax = (name: string, category: string, percent: string | null): Xml => [
  name,
  [['ram:TypeCode', 'VAT'], ['ram:CategoryCode', category], some('ram:RateApplicablePercent', percent)],
];

const line = ({ id, name, description, price, quantity, unit, category, percent, from, to, net }: ELine): Xml => [
  'ram:IncludedSupplyChainTradeLineItem',
  [
    ['ram:AssociatedDocumentLineDocument', [['ram:LineID', id]]],
    [
      'ram:SpecifiedTradeProduct',
      [
        ['ram:Name', name],
        ['ram:Description', description],
      ],
    ],
    ['ram:SpecifiedLineTradeAgreement', [['ram:NetPriceProductTradePrice', [['ram:ChargeAmount', price]]]]],
    ['ram:SpecifiedLineTradeDelivery', [['ram:BilledQuantity', quantity, { unitCode: unit }]]],
    [
      'ram:SpecifiedLineTradeSettlement',
      [
        tax('ram:ApplicableTradeTax', category, percent),
        period(from, to),
        ['ram:SpecifiedTradeSettlementLineMonetarySummation', [['ram:LineTotalAmount', net]]],
      ],
    ],
  ],
];

const account = ({ account: number, isIban, holder, bic }: EPayment): (Xml | null)[] =>
  number === null
    ? []
    : [
        [
          'ram:PayeePartyCreditorFinancialAccount',
          isIban
            ? [['ram:IBANID', number], some('ram:AccountName', holder)]
            : [some('ram:AccountName', holder), ['ram:ProprietaryID', number]],
        ],
        around('ram:PayeeSpecifiedCreditorFinancialInstitution', some('ram:BICID', bic)),
      ];

const payment = (of: EPayment): Xml => ['ram:SpecifiedTradeSettlementPaymentMeans', [['ram:TypeCode', of.code], ...account(of)]];

const breakdown = ({ tax: text, reason, taxable, category, reasonCode, percent }: ETax): Xml => [
  'ram:ApplicableTradeTax',
  [
    ['ram:CalculatedAmount', text],
    ['ram:TypeCode', 'VAT'],
    some('ram:ExemptionReason', reason),
    ['ram:BasisAmount', taxable],
    ['ram:CategoryCode', category],
    some('ram:ExemptionReasonCode', reasonCode),
    ['ram:RateApplicablePercent', percent],
  ],
];

const allowance = ({ isCharge, amount, reason, category, percent }: EAllowance): Xml => [
  'ram:SpecifiedTradeAllowanceCharge',
  [
    ['ram:ChargeIndicator', [['udt:Indicator', String(isCharge)]]],
    ['ram:ActualAmount', amount],
    ['ram:Reason', reason],
    tax('ram:CategoryTradeTax', category, percent),
  ],
];

const totals = (of: EInvoice['totals'], currencyID: string): Xml => [
  'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
  [
    ['ram:LineTotalAmount', of.lines],
    some('ram:ChargeTotalAmount', of.charges),
    some('ram:AllowanceTotalAmount', of.allowances),
    ['ram:TaxBasisTotalAmount', of.net],
    ['ram:TaxTotalAmount', of.tax, { currencyID }],
    ['ram:GrandTotalAmount', of.gross],
    ['ram:DuePayableAmount', of.payable],
  ],
];

const preceding = ({ number, issuedOn }: NonNullable<EInvoice['preceding']>): Xml => [
  'ram:InvoiceReferencedDocument',
  [
    ['ram:IssuerAssignedID', number],
    ['ram:FormattedIssueDateTime', [day(issuedOn, 'qdt:DateTimeString')]],
  ],
];

const settlement = (invoice: EInvoice): Xml => [
  'ram:ApplicableHeaderTradeSettlement',
  [
    some('ram:PaymentReference', invoice.payment?.reference ?? null),
    ['ram:InvoiceCurrencyCode', invoice.currency],
    invoice.payment === null ? null : payment(invoice.payment),
    ...invoice.taxes.map(breakdown),
    period(invoice.from, invoice.to),
    ...invoice.allowances.map(allowance),
    ['ram:SpecifiedTradePaymentTerms', [some('ram:Description', invoice.terms), ['ram:DueDateDateTime', [day(invoice.dueOn)]]]],
    totals(invoice.totals, invoice.currency),
    invoice.preceding === null ? null : preceding(invoice.preceding),
  ],
];

const UN = 'urn:un:unece:uncefact:data:standard:';

const written = (invoice: EInvoice): string => {
  const { to } = invoice;
  const root: Xml = [
    'rsm:CrossIndustryInvoice',
    [
      [
        'rsm:ExchangedDocumentContext',
        [
          ['ram:BusinessProcessSpecifiedDocumentContextParameter', [['ram:ID', invoice.process]]],
          ['ram:GuidelineSpecifiedDocumentContextParameter', [['ram:ID', invoice.guideline]]],
        ],
      ],
      [
        'rsm:ExchangedDocument',
        [
          ['ram:ID', invoice.number],
          ['ram:TypeCode', invoice.typeCode],
          ['ram:IssueDateTime', [day(invoice.issuedOn)]],
          around('ram:IncludedNote', some('ram:Content', invoice.note)),
        ],
      ],
      [
        'rsm:SupplyChainTradeTransaction',
        [
          ...invoice.lines.map(line),
          [
            'ram:ApplicableHeaderTradeAgreement',
            [
              some('ram:BuyerReference', invoice.buyerReference),
              party('ram:SellerTradeParty', invoice.seller),
              party('ram:BuyerTradeParty', invoice.buyer),
            ],
          ],
          [
            'ram:ApplicableHeaderTradeDelivery',
            [to === null ? null : ['ram:ActualDeliverySupplyChainEvent', [['ram:OccurrenceDateTime', [day(to)]]]]],
          ],
          settlement(invoice),
        ],
      ],
    ],
    {
      'xmlns:rsm': `${UN}CrossIndustryInvoice:100`,
      'xmlns:ram': `${UN}ReusableAggregateBusinessInformationEntity:100`,
      'xmlns:udt': `${UN}UnqualifiedDataType:100`,
      'xmlns:qdt': `${UN}QualifiedDataType:100`,
    },
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(root)}\n`;
};

/** The e-invoice in CII, the syntax of UN/CEFACT. Refused with a list of what is missing. */
export const toCii = (document: BillingDocument, profile: Profile = 'core'): string => written(eInvoiceOf(document, profile));
