import { expect, test } from 'vitest';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { documentOf } from '#shared/billing/document-of-record.ts';
import type { BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import type { SummaryTotal } from '#shared/domain/job-summary.ts';

// Work without an amount on paper: averages are marked, and a reversal negates only what was counted.

const bill = computeBill({ entries: [], rates: [], fields: [], terms: { currency: 'EUR', taxPercent: '0', taxIncluded: false } });

const recordOf = (kind: BillingRecord['kind'], totals: SummaryTotal[]): BillingRecord => ({
  id: 1,
  organizationId: 1,
  createdBy: null,
  createdAt: '2025-06-02T08:00:00Z',
  kind,
  series: 'bill',
  year: 2025,
  number: 1,
  label: '2025-1',
  creditsId: null,
  reversesId: null,
  reversedById: null,
  customerId: 1,
  customerName: 'Pine Ridge',
  jobIds: [1],
  issuedOn: '2025-06-02',
  dueOn: '2025-07-02',
  sentOn: null,
  paidCents: 0,
  state: 'open',
  currency: 'EUR',
  netCents: 0,
  taxCents: 0,
  grossCents: 0,
  content: {
    issuer: { name: 'Halvorsen', address: null, logo: null, taxName: null, taxNumber: null },
    customer: { id: 1, businessName: 'Pine Ridge', address: null, phoneNumber: null },
    jobs: [{ id: 1, name: 'North' }],
    bill,
    quantities: [{ jobId: 1, groups: [{ serviceTypeId: 1, serviceTypeName: 'Harvesting', entryCount: 2, totals }] }],
    entries: [],
    notes: null,
    units: 'metric',
  },
});

const own = (label: string, total: number, summary?: SummaryTotal['summary']): SummaryTotal => ({
  key: `custom:${label}`,
  label,
  unit: '',
  total,
  ...(summary ? { summary } : {}),
});
const TOTALS = [own('Acres', 12, 'sum'), own('Moisture %', 15.25, 'average'), own('Old', 3)];
const shown = (kind: BillingRecord['kind'], language: 'en' | 'de' | 'es') =>
  documentOf(recordOf(kind, TOTALS), { headOf: () => undefined, units: 'metric', language }).unpriced.flatMap(({ quantities }) =>
    quantities.map(({ label, quantity }) => `${label}: ${quantity}`),
  );

test.each([
  ['en', 'average'],
  ['de', 'Durchschnitt'],
  ['es', 'promedio'],
] as const)('an average says that it is one (%s)', (language, word) => {
  expect(shown('bill', language)).toEqual(['Acres: 12', `Moisture % (${word}): 15.25`, 'Old: 3']);
});

test('a reversal negates what was counted, not an average', () => {
  expect(shown('reversal', 'en')).toEqual(['Acres: -12', 'Moisture % (average): 15.25', 'Old: -3']);
});
