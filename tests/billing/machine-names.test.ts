import { expect, test } from 'vitest';
import { computeBill } from '#shared/billing/compute-bill.ts';
import { documentOf } from '#shared/billing/document-of-record.ts';
import { netLines } from '#shared/billing/net-lines.ts';
import type { Explanation } from '#shared/billing/schemas/bill.ts';
import type { BilledEntry, BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { describe as describeLine } from '#server/billing/documents/csv-cells.ts';
import { toLinesCsv } from '#server/billing/documents/csv.ts';
import { toUbl } from '#server/billing/documents/ubl.ts';
import { entry, line, rate } from './make.ts';

const terms = { currency: 'EUR', taxPercent: '19', taxIncluded: false };
const work = { equipmentIds: [7, 9], equipmentNames: ['Claas 970', 'Fendt 724'], totalHours: 3 };
const bill = computeBill({
  entries: [entry(1, work)],
  rates: [7, 9].map((equipmentId) => rate(equipmentId, [line('hour', '50')], { equipmentId })),
  fields: [],
  terms,
});

const recordOf = (made: typeof bill): BillingRecord => {
  const { currency, netCents, taxCents, grossCents } = made;
  const billed: BilledEntry = {
    ...entry(1, work),
    equipmentNames: work.equipmentNames,
    operatorNames: [],
    implementName: null,
    notes: null,
    photos: [],
  };
  return {
    id: 1,
    organizationId: 1,
    createdBy: null,
    createdAt: '2025-06-02T08:00:00Z',
    kind: 'bill',
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
    currency,
    netCents,
    taxCents,
    grossCents,
    content: {
      issuer: { name: 'Halvorsen', address: 'Feldweg 1\nDeutschland', logo: null, taxName: 'USt', taxNumber: 'DE123456789' },
      customer: { id: 1, businessName: 'Pine Ridge', address: null, phoneNumber: null },
      jobs: [{ id: 1, name: 'North' }],
      bill: made,
      quantities: [],
      entries: [billed],
      notes: null,
      units: 'metric',
    },
  };
};
const scene = { headOf: () => undefined, units: 'metric', language: 'en' } as const;

test('lines of two machines’ own rates name their machines, on paper and in every file', () => {
  const document = documentOf(recordOf(bill), scene);
  expect(document.lines.map(({ machineNames }) => machineNames)).toEqual([['Claas 970'], ['Fendt 724']]);
  const words = netLines(document).map((each) => describeLine(each.line, true, document));
  expect(words).toEqual(['Service 1, Claas 970, 2025-06-01', 'Service 1, Fendt 724, 2025-06-01']);
  const rows = toLinesCsv([document]).split('\r\n').slice(1, 3);
  expect(rows.map((row) => row.split(',')[8])).toEqual(['Claas 970', 'Fendt 724']);
  expect([...toUbl(document).matchAll(/<cbc:Name>(Service 1[^<]*)</g)].map(([, name]) => name)).toEqual([
    'Service 1, Claas 970',
    'Service 1, Fendt 724',
  ]);
});

test('a record from before the name was kept says what it always said', () => {
  const before = bill.lines.map(({ explanation, ...rest }) => {
    const { equipmentName: _later, ...scope } = 'rate' in explanation ? explanation.rate.scope : { equipmentName: '' };
    return { ...rest, explanation: { ...explanation, rate: { ...('rate' in explanation && explanation.rate), scope } } as Explanation };
  });
  const document = documentOf(recordOf({ ...bill, lines: before }), scene);
  expect(document.lines.map(({ machineNames, rateMachineName }) => [machineNames, rateMachineName])).toEqual([
    [[], null],
    [[], null],
  ]);
  expect(netLines(document).map((each) => describeLine(each.line, true, document))).toEqual([
    'Service 1, 2025-06-01',
    'Service 1, 2025-06-01',
  ]);
});
