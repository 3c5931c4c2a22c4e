import { entry, fuel, line, numberFields, rate, type WorkedBill } from './make.ts';
import { WORKED_ONCE } from './worked-once.ts';

const dollars = { currency: 'USD', taxPercent: '0', taxIncluded: false };
const euros = { currency: 'EUR', taxPercent: '19', taxIncluded: false };
const values = (customFieldValues: Record<string, number>) => ({ customFieldValues });

export const WORKED_BILLS: readonly WorkedBill[] = [
  {
    name: 'Mowing by the acre, with a minimum',
    input: {
      terms: dollars,
      fields: numberFields('Acres'),
      rates: [rate(1, [line('acre', '18.50', { minimumCents: 15_000 })])],
      entries: [entry(1, values({ Acres: 6.4 })), entry(2, values({ Acres: 22.75 }))],
    },
    lines: [['work', 57_088]],
    taxes: [0],
    net: 57_088,
    gross: 57_088,
  },
  {
    name: 'Chopping by the hour, with a fuel surcharge',
    input: {
      terms: dollars,
      fields: [],
      rates: [
        rate(1, [line('billableHour', '425', { rounding: { step: '0.25', direction: 'up', on: 'entry' } })], {
          fuel: fuel('surchargeByPercent', { basePrice: '3.50', price: '3.92', step: '0.10', percent: '1' }),
        }),
      ],
      entries: [entry(1, { totalHours: 8, billableHours: 7.6 }), entry(2, { totalHours: 9.1 })],
    },
    lines: [
      ['work', 722_500],
      ['surcharge', 28_900],
    ],
    taxes: [0],
    net: 751_400,
    gross: 751_400,
  },
  {
    name: 'Hauling by the load, in steps, with a call-out',
    input: {
      terms: dollars,
      fields: [],
      rates: [
        rate(1, [
          line('flat', '150', { per: 'job', label: 'Call-out' }),
          line('load', '0', {
            per: 'job',
            prices: [
              { upTo: '20', price: '95' },
              { upTo: '50', price: '88' },
              { upTo: null, price: '82' },
            ],
          }),
        ]),
      ],
      entries: [entry(1, { loads: 18 }), entry(2, { loads: 27 }), entry(3, { loads: 12 })],
    },
    lines: [
      ['work', 15_000],
      ['work', 511_400],
    ],
    taxes: [0],
    net: 526_400,
    gross: 526_400,
  },
  {
    name: 'Baling by the bale, by type',
    input: {
      terms: { ...dollars, taxPercent: '5.5' },
      fields: numberFields('Round bales', 'Small bales'),
      rates: [
        rate(1, [line('bale', '14.25', { fieldId: 1, label: 'Round bales' }), line('bale', '1.35', { fieldId: 2, label: 'Small bales' })]),
      ],
      entries: [entry(1, values({ 'Round bales': 42 })), entry(2, values({ 'Round bales': 36, 'Small bales': 180 }))],
    },
    lines: [
      ['work', 111_150],
      ['work', 24_300],
    ],
    taxes: [7450],
    net: 135_450,
    gross: 142_900,
  },
  {
    name: 'Spraying by the acre, and the product by volume',
    input: {
      terms: dollars,
      fields: numberFields('Acres', 'Product (gal)'),
      rates: [
        rate(1, [
          line('acre', '9.75', { per: 'job', rounding: { step: '0.1', direction: 'nearest', on: 'total' } }),
          line('field', '28.40', { fieldId: 2, label: 'Product' }),
        ]),
      ],
      entries: [entry(1, values({ Acres: 118.26, 'Product (gal)': 17.35 })), entry(2, values({ Acres: 76.4, 'Product (gal)': 11.2 }))],
    },
    lines: [
      ['work', 189_833],
      ['work', 81_082],
    ],
    taxes: [0],
    net: 270_915,
    gross: 270_915,
  },
  {
    name: 'Time and area on one job',
    input: {
      terms: euros,
      fields: numberFields('ha'),
      rates: [
        rate(1, [line('hectare', '64')]),
        rate(2, [line('hour', '98', { rounding: { step: '0.5', direction: 'nearest', on: 'entry' } })], { serviceTypeId: 2 }),
      ],
      entries: [
        entry(1, values({ ha: 12.35 })),
        entry(2, values({ ha: 8.2 })),
        entry(3, { serviceTypeId: 2, totalHours: 3.3 }),
        entry(4, { serviceTypeId: 2, totalHours: 2.2 }),
      ],
    },
    lines: [
      ['work', 131_520],
      ['work', 53_900],
    ],
    taxes: [35_230],
    net: 185_420,
    gross: 220_650,
  },
  {
    name: 'Two machines on one entry',
    input: {
      terms: dollars,
      fields: [],
      rates: [
        rate(1, [line('hour', '80')]),
        rate(2, [line('hour', '95')], { equipmentId: 7 }),
        rate(3, [line('hour', '120')], { equipmentId: 9, fuel: fuel('billed', { price: '4.10' }) }),
      ],
      entries: [
        entry(1, { equipmentIds: [7, 9], totalHours: 6.25, fuel: 31.5 }),
        entry(2, { equipmentIds: [9], totalHours: 4, fuel: 18, date: '2025-06-02' }),
      ],
    },
    lines: [
      ['work', 59_375],
      ['work', 123_000],
      ['fuel', 20_295],
    ],
    taxes: [0],
    net: 202_670,
    gross: 202_670,
  },
  {
    name: 'Discounts',
    input: {
      terms: dollars,
      fields: numberFields('Acres'),
      rates: [rate(1, [line('acre', '21')])],
      entries: [entry(1, values({ Acres: 240.5 }))],
      manualLines: [{ label: 'Advice', jobId: null, quantity: '2.5', unit: 'h', price: '80', taxPercent: '8', taxIncluded: null }],
      discounts: [
        { label: 'Early order', percent: '5', cents: null },
        { label: 'Goodwill', percent: null, cents: 10_000 },
      ],
    },
    lines: [
      ['work', 505_050],
      ['manual', 20_000],
      ['discount', -25_253],
      ['discount', -1000],
      ['discount', -9619],
      ['discount', -381],
    ],
    taxes: [0, 1490],
    net: 488_797,
    gross: 490_287,
  },
  {
    name: 'Tax included and tax on top',
    input: {
      terms: euros,
      fields: numberFields('Hektar', 'Ballen'),
      rates: [
        rate(1, [line('hectare', '129.90')], { taxIncluded: true }),
        rate(2, [line('load', '45')], { serviceTypeId: 2 }),
        rate(3, [line('bale', '12.50')], { serviceTypeId: 3, taxPercent: '7' }),
      ],
      entries: [
        entry(1, values({ Hektar: 15.5 })),
        entry(2, { serviceTypeId: 2, loads: 7 }),
        entry(3, { serviceTypeId: 3, ...values({ Ballen: 30 }) }),
      ],
    },
    lines: [
      ['work', 201_345],
      ['work', 31_500],
      ['work', 37_500],
    ],
    taxes: [2625, 5985, 32_148],
    net: 238_197,
    gross: 278_955,
  },
  {
    name: 'Two currencies: dollars',
    input: {
      terms: { currency: 'USD', taxPercent: '6.25', taxIncluded: false },
      fields: numberFields('Acres'),
      rates: [rate(1, [line('acre', '16.25')])],
      entries: [entry(1, values({ Acres: 33.4 }))],
    },
    lines: [['work', 54_275]],
    taxes: [3392],
    net: 54_275,
    gross: 57_667,
  },
  {
    name: 'Two currencies: euros',
    input: {
      terms: { currency: 'EUR', taxPercent: '20', taxIncluded: true },
      fields: numberFields('Hectares'),
      rates: [rate(1, [line('hectare', '39.80')])],
      entries: [entry(1, values({ Hectares: 13.52 }))],
    },
    lines: [['work', 53_810]],
    taxes: [8968],
    net: 44_842,
    gross: 53_810,
  },
  ...WORKED_ONCE,
];
