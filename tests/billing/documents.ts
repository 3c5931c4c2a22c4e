import type { BillingDocument, DocumentLine } from '#shared/billing/document.ts';

const line = (given: Partial<DocumentLine>): DocumentLine => ({
  kind: 'work',
  text: 'Chopping',
  jobName: null,
  serviceName: 'Chopping',
  machineNames: ['Claas 970'],
  rateMachineName: null,
  from: '2025-09-15',
  to: '2025-09-18',
  quantity: '34',
  basis: 'hour',
  unit: null,
  price: '385',
  cents: 1_309_000,
  taxPercent: '19',
  taxIncluded: false,
  calculation: [],
  ...given,
});

/** A bill with prices with and without tax, a price that was rounded, and a discount. Reckoned by hand: see `taxes`. */
export const BILL: BillingDocument = {
  language: 'de',
  number: '2025-0147',
  status: { kind: 'live' },
  seller: {
    name: 'Müller & Söhne "Lohn"',
    addressLines: ['Hauptstr. 1', '48143 Münster'],
    country: 'DE',
    taxNumber: 'DE123456789',
    taxName: 'USt',
  },
  buyer: { name: '=cmd("Peña, S.A.")', addressLines: ['Calle Ñ 3', 'Línea <2>', '28001 Madrid'], country: 'ES', taxNumber: null },
  jobNames: ['North Quarter silage'],
  issuedOn: '2025-09-19',
  dueOn: '2025-10-19',
  from: '2025-09-15',
  to: '2025-09-18',
  currency: 'EUR',
  units: 'metric',
  lines: [
    line({}),
    line({ text: 'Hauling,\n"far"', serviceName: 'Hauling', quantity: '12.5', basis: 'field', unit: 'bins', price: '1.234', cents: 1543 }),
    line({
      text: 'Combining',
      serviceName: 'Combining',
      quantity: '15.5',
      basis: 'hectare',
      price: '129.90',
      cents: 201_345,
      taxIncluded: true,
    }),
    line({
      text: 'Straw',
      kind: 'manual',
      serviceName: null,
      machineNames: [],
      from: null,
      to: null,
      quantity: '1',
      basis: null,
      price: '-20',
      cents: -2000,
      taxPercent: '7',
    }),
    line({
      kind: 'discount',
      text: '',
      serviceName: null,
      machineNames: [],
      from: null,
      to: null,
      quantity: null,
      basis: null,
      price: null,
      cents: -10_000,
    }),
  ],
  unpriced: [],
  // 7 % of -20.00; 19 % of 13,090.00 + 15.43 - 100.00 = 13,005.43 is 2,471.0317; 2,013.45 × 19 / 119 = 321.475…
  taxes: [
    { taxPercent: '7', taxIncluded: false, cents: -2000, taxCents: -140 },
    { taxPercent: '19', taxIncluded: false, cents: 1_300_543, taxCents: 247_103 },
    { taxPercent: '19', taxIncluded: true, cents: 201_345, taxCents: 32_148 },
  ],
  netCents: 1_467_740,
  taxCents: 279_111,
  grossCents: 1_746_851,
  notes: 'Gracias & Grüße',
  entries: [
    {
      date: '2025-09-15',
      jobName: 'North Quarter silage',
      serviceName: 'Chopping',
      machineNames: ['Claas 970'],
      operatorNames: ['Luis Ortega'],
      quantities: [{ label: 'Hours', quantity: '8.5', rank: 0, isSum: true }],
      notes: 'Wet corner',
      photoNames: [],
    },
  ],
};

const opposite = (cents: number): number => 0 - cents;

/** The reversal of the bill. */
export const REVERSAL: BillingDocument = {
  ...BILL,
  number: '2025-0148',
  status: { kind: 'reversal', reverses: '2025-0147', reversesIssuedOn: '2025-09-19' },
  issuedOn: '2025-09-20',
  lines: BILL.lines.map((each) => ({
    ...each,
    quantity: each.quantity === null ? null : `-${each.quantity}`,
    cents: opposite(each.cents),
  })),
  taxes: BILL.taxes.map((tax) => ({ ...tax, cents: opposite(tax.cents), taxCents: opposite(tax.taxCents) })),
  netCents: opposite(BILL.netCents),
  taxCents: opposite(BILL.taxCents),
  grossCents: opposite(BILL.grossCents),
};
