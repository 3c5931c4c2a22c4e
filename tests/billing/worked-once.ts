import { entry, fuel, line, numberFields, rate, type WorkedBill } from './make.ts';

const dollars = { currency: 'USD', taxPercent: '0', taxIncluded: false };
const euros = { currency: 'EUR', taxPercent: '19', taxIncluded: false };
const values = (customFieldValues: Record<string, number>) => ({ customFieldValues });

/** Of what is billed once: bills 11 to 14 of docs/billing.md. */
export const WORKED_ONCE: readonly WorkedBill[] = [
  {
    name: 'Two machines, measured once',
    input: {
      terms: euros,
      fields: numberFields('Hektar'),
      rates: [7, 9].map((equipmentId, place) =>
        rate(place + 1, [line('hectare', '130')], { equipmentId, fuel: fuel('billed', { price: '1.50' }) }),
      ),
      entries: [entry(1, { equipmentIds: [7, 9], fuel: 100, ...values({ Hektar: 20 }) })],
    },
    lines: [
      ['work', 260_000],
      ['fuel', 15_000],
    ],
    taxes: [52_250],
    net: 275_000,
    gross: 327_250,
    warnings: ['billedOnce', 'billedOnce'],
  },
  {
    name: 'Two machines, parted by hand',
    input: {
      terms: euros,
      fields: numberFields('Hektar'),
      rates: [
        rate(1, [line('hour', '50'), line('hectare', '130')], { equipmentId: 7 }),
        rate(2, [line('hectare', '118.50')], { equipmentId: 9, fuel: fuel('billed', { price: '1.50' }) }),
      ],
      entries: [entry(1, { equipmentIds: [7, 9], totalHours: 4, fuel: 100, ...values({ Hektar: 20 }) })],
      partings: [
        {
          entryId: 1,
          column: null,
          fieldId: 1,
          shares: [
            { equipmentId: 7, quantity: '12.4' },
            { equipmentId: 9, quantity: '7.6' },
          ],
        },
      ],
    },
    lines: [
      ['work', 20_000],
      ['work', 161_200],
      ['work', 90_060],
      ['fuel', 15_000],
    ],
    taxes: [54_389],
    net: 286_260,
    gross: 340_649,
  },
  {
    name: 'A call-out once, whatever rate follows',
    input: {
      terms: dollars,
      fields: [],
      rates: [
        rate(1, [line('flat', '150', { per: 'job', label: 'Call-out' }), line('hour', '10')]),
        rate(
          2,
          [line('hour', '11'), line('flat', '40', { per: 'job', label: 'Setup' }), line('flat', '175', { per: 'job', label: 'call-out' })],
          {
            customerId: 1,
            validFrom: '2025-06-16',
          },
        ),
      ],
      entries: [entry(1, { date: '2025-06-15', totalHours: 1 }), entry(2, { date: '2025-06-17', totalHours: 1 })],
    },
    lines: [
      ['work', 15_000],
      ['work', 1000],
      ['work', 1100],
      ['work', 4000],
    ],
    taxes: [0],
    net: 21_100,
    gross: 21_100,
  },
  {
    name: 'The minimum of a job, on both sides of a new price',
    input: {
      terms: dollars,
      fields: numberFields('Acres'),
      rates: [
        rate(1, [line('acre', '18.50', { per: 'job', minimumCents: 30_000 })]),
        rate(2, [line('acre', '20', { per: 'job', minimumCents: 35_000 })], { validFrom: '2025-06-16' }),
      ],
      entries: [entry(1, { date: '2025-06-15', ...values({ Acres: 5 }) }), entry(2, { date: '2025-06-17', ...values({ Acres: 6 }) })],
    },
    lines: [
      ['work', 9250],
      ['work', 20_750],
    ],
    taxes: [0],
    net: 30_000,
    gross: 30_000,
  },
  {
    name: 'Whole yen',
    input: {
      terms: { currency: 'JPY', taxPercent: '10', taxIncluded: false },
      fields: [],
      rates: [
        rate(1, [
          line('flat', '150', { per: 'job', label: 'Call-out' }),
          line('hour', '0', {
            per: 'job',
            prices: [
              { upTo: '2', price: '850' },
              { upTo: null, price: '790.50' },
            ],
          }),
        ]),
      ],
      entries: [entry(1, { totalHours: 3.3 })],
      discounts: [{ label: 'Off', percent: '3', cents: null }],
    },
    lines: [
      ['work', 15_000],
      ['work', 272_800],
      ['discount', -8600],
    ],
    taxes: [27_900],
    net: 279_200,
    gross: 307_100,
  },
];
