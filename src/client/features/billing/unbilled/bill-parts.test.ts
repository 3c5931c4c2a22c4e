import { expect, test } from 'vitest';
import type { UnbilledBill } from '#shared/billing/schemas/unbilled-bill.ts';
import { isParted, madeWhole, mayBeParted, offAfterPress, partOf } from './bill-parts.ts';

const job = (id: number) => ({
  id,
  name: `Job ${id}`,
  completedAt: '',
  from: null,
  to: null,
  entryCount: 1,
  uncheckedCount: 0,
  cents: 100,
});

const bill: UnbilledBill = {
  id: 1,
  customerId: 7,
  customerName: 'Lindqvist Farms',
  jobs: [job(1), job(2), job(3)],
  draftId: null,
  currency: 'USD',
  hasAmount: true,
  netCents: 300,
  grossCents: 300,
  creditCents: 0,
  digest: 'whole-bill',
  warnings: [],
  legalNeeds: [],
  eInvoiceNeeds: [],
  unrated: [],
  hindrance: null,
  way: 'mail',
  recipients: [],
};
const NONE: ReadonlySet<number> = new Set();

test('a bill of several jobs can be parted, but not one on a draft, one of a single job, or one that cannot be issued', () => {
  expect(mayBeParted(bill)).toBe(true);
  expect([{ draftId: 4 }, { jobs: [job(1)] }, { hindrance: 'tooLarge' as const }].map((more) => mayBeParted({ ...bill, ...more }))).toEqual(
    [false, false, false],
  );
});

test('a pressed job is unticked, and ticked again; of a bill that is not selected it is the only one', () => {
  const part = partOf(bill, new Set([2]), undefined);
  expect(offAfterPress({ bill, part: bill, isSelected: true }, 2)).toEqual([2]);
  expect(offAfterPress({ bill, part, isSelected: true }, 3)).toEqual([2, 3]);
  expect(offAfterPress({ bill, part, isSelected: true }, 2)).toEqual([]);
  expect(offAfterPress({ bill, part: bill, isSelected: false }, 2)).toEqual([1, 3]);
});

test('a part has no sums before the server has made it, and keeps its row when its first job goes', () => {
  const off = new Set([1, 90]);
  expect([isParted(bill, off), isParted(bill, NONE), isParted(bill, new Set([1, 2, 3]))]).toEqual([true, false, false]);
  expect(partOf(bill, off, undefined)).toMatchObject({ id: 1, grossCents: null, digest: '', jobs: [{ id: 2 }, { id: 3 }] });
  const answer = { ...bill, id: 2, jobs: [job(2), job(3)], grossCents: 200, digest: 'of-the-others' };
  expect(partOf(bill, off, answer)).toEqual({ ...answer, id: 1 });
  expect(madeWhole([bill], off)).toEqual(new Set([90]));
});
