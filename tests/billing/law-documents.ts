import { computeBill } from '#shared/billing/compute-bill.ts';
import type { BillingDocument } from '#shared/billing/document.ts';
import { documentOf } from '#shared/billing/document-of-record.ts';
import { taxPositionOf } from '#shared/billing/tax-position.ts';
import type { Bill } from '#shared/billing/schemas/bill.ts';
import type { BilledEntry, BillingContent, BillingRecord } from '#shared/billing/schemas/billing-record.ts';
import { entry, line, numberFields, rate } from './make.ts';
import type { WorkedLaw } from './worked-law.ts';

const DAY = '2026-09-14';
const LAST = '2026-09-16';
const ISSUED = '2026-09-30';

/** The bill as the engine makes it. */
export const billOf = ({
  currency,
  taxPercent,
  work,
  issuer: { taxScheme = 'usual' },
  customer: { taxTreatment = 'usual' },
}: WorkedLaw): Bill => {
  const days = [DAY, LAST].map((date, place) => {
    const half = work.quantity / 2;
    const measured =
      work.basis === 'hour' ? { totalHours: half } : { customFieldValues: { [work.basis === 'acre' ? 'Acres' : 'Hectares']: half } };
    return entry(place + 1, { date, serviceTypeName: work.name, ...measured });
  });
  return computeBill({
    entries: days,
    rates: [rate(1, [line(work.basis, work.price)])],
    fields: numberFields('Acres', 'Hectares'),
    terms: { currency, taxPercent, taxIncluded: false, standing: { scheme: taxScheme, treatment: taxTreatment } },
  });
};

const entriesOf = ({ work }: WorkedLaw): BilledEntry[] =>
  [DAY, LAST].map((date, place) => ({
    id: place + 1,
    jobId: 5,
    serviceTypeId: 1,
    serviceTypeName: work.name,
    date,
    equipmentNames: ['Claas 970'],
    operatorNames: [],
    implementName: null,
    totalHours: null,
    billableHours: null,
    fuel: null,
    loads: null,
    notes: null,
    photos: [],
    customFieldValues: {},
  }));

/** Its record, or the reversal of it. */
export const recordOf = (law: WorkedLaw, kind: BillingRecord['kind'] = 'bill'): BillingRecord => {
  const bill = billOf(law);
  const sign = kind === 'bill' || kind === 'deposit' ? 1 : -1;
  const of = (cents: number): number => (cents === 0 ? 0 : sign * cents);
  const content: BillingContent = {
    issuer: law.issuer,
    customer: law.customer,
    jobs: [
      {
        id: 5,
        name: 'North',
      },
    ],
    bill,
    quantities: [],
    entries: entriesOf(law),
    notes: null,
    units: law.currency === 'USD' ? 'us' : 'metric',
    language: law.language,
    terms: {
      paymentDays: 30,
      discountPercent: '2',
      discountDays: 10,
      discountUntil: '2026-10-10',
    },
    payment: {
      holder: law.issuer.name,
      bankName: null,
      qrIban: null,
      hasReference: false,
      text: null,
      account: null,
      code: null,
      ...law.account,
    },
    taxPosition: taxPositionOf(law),
  };
  return {
    id: 7,
    organizationId: 1,
    createdBy: null,
    createdAt: '2026-09-30T00:00:00.000Z',
    kind,
    series: 'bill',
    year: 2026,
    number: 7,
    label: 'RE-2026-7',
    reversesId: kind === 'reversal' ? 1 : null,
    reversedById: null,
    creditsId: kind === 'credit' ? 1 : null,
    customerId: 1,
    customerName: law.customer.businessName,
    jobIds: [5],
    issuedOn: ISSUED,
    sentOn: null,
    paidCents: 0,
    state: 'open',
    dueOn: sign === 1 ? '2026-10-30' : null,
    currency: law.currency,
    netCents: of(bill.netCents),
    taxCents: of(bill.taxCents),
    grossCents: of(bill.grossCents),
    content,
  };
};

export const documentOfLaw = (law: WorkedLaw, kind: BillingRecord['kind'] = 'bill', more: Partial<BillingRecord> = {}): BillingDocument =>
  documentOf(
    { ...recordOf(law, kind), ...more },
    {
      headOf: () => ({ label: 'RE-2026-1', billLabel: 'RE-2026-1', issuedOn: '2026-09-20' }),
      units: 'metric',
      language: law.language,
    },
  );
