import type { BillingDocument, DocumentLine } from '#shared/billing/document.ts';
import { documentOf } from '#shared/billing/document-of-record.ts';
import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { BILL } from '../documents.ts';

const opposite = (cents: number): number => 0 - cents;

/** The document of a bill as the engine made it: as a record, or as its reversal. */
export const documentOfBill = (
  bill: Bill,
  kind: BillingRecord['kind'] = 'bill',
  more: Partial<BillingRecord['content']> = {},
  language: LanguageId = 'en',
): BillingDocument => {
  const { currency, netCents, taxCents, grossCents } = bill;
  const issuer = { name: 'Halvorsen', address: 'Weg 1\nMullingar\nIreland', logo: null, taxName: null, taxNumber: 'IE1234567T' };
  const customer = { id: 3, businessName: 'Pine Ridge', address: 'Calle 5\n28001 Madrid\nSpain', phoneNumber: null };
  const sign = kind === 'bill' ? (cents: number) => cents : opposite;
  const record: BillingRecord = {
    id: 2,
    organizationId: 1,
    createdBy: null,
    createdAt: '2025-12-20T00:00:00.000Z',
    kind,
    series: 'bill',
    year: 2025,
    number: 2,
    label: '2025-2',
    creditsId: null,
    reversesId: kind === 'bill' ? null : 1,
    reversedById: null,
    customerId: 3,
    customerName: 'Pine Ridge',
    jobIds: [5],
    issuedOn: '2025-12-20',
    dueOn: '2026-01-19',
    sentOn: null,
    paidCents: 0,
    state: 'open',
    currency,
    netCents: sign(netCents),
    taxCents: sign(taxCents),
    grossCents: sign(grossCents),
    content: { issuer, customer, jobs: [{ id: 5, name: 'North' }], bill, quantities: [], entries: [], notes: null, ...more },
  };
  return documentOf(record, {
    headOf: () => ({ label: '2025-1', billLabel: '2025-1', issuedOn: '2025-12-19' }),
    units: 'metric',
    language,
  });
};

const [work, , , , discount] = BILL.lines as readonly [DocumentLine, DocumentLine, DocumentLine, DocumentLine, DocumentLine];

/** One rate, a discount, and what is put on. 13,090.00 − 100.00 + 50.00 = 13,040.00; 19 % of it is 2,477.60. */
export const CHARGED: BillingDocument = {
  ...BILL,
  lines: [work, discount, { ...discount, text: 'Rounding', cents: 5_000 }],
  taxes: [{ taxPercent: '19', taxIncluded: false, cents: 1_304_000, taxCents: 247_760 }],
  netCents: 1_304_000,
  taxCents: 247_760,
  grossCents: 1_551_760,
};

/** The same at a rate of zero, which Ireland has. */
export const UNTAXED: BillingDocument = {
  ...CHARGED,
  seller: { ...CHARGED.seller, country: 'IE' },
  lines: CHARGED.lines.map((line) => ({ ...line, taxPercent: '0' })),
  taxes: [{ taxPercent: '0', taxIncluded: false, cents: 1_304_000, taxCents: 0 }],
  taxCents: 0,
  grossCents: 1_304_000,
};

/** Several rates on one bill, one of them none. */
export const MIXED: BillingDocument = {
  ...BILL,
  lines: [work, { ...work, taxPercent: '0', cents: 1_000, quantity: '1', price: '10' }],
  taxes: [
    { taxPercent: '0', taxIncluded: false, cents: 1_000, taxCents: 0 },
    { taxPercent: '19', taxIncluded: false, cents: 1_309_000, taxCents: 248_710 },
  ],
  netCents: 1_310_000,
  taxCents: 248_710,
  grossCents: 1_558_710,
};
