import { expect, test } from 'vitest';
import type { BillingEvent } from './schemas/payment-status.ts';
import { discountLeft } from './discount-left.ts';

type Event = Pick<BillingEvent, 'id' | 'kind' | 'amountCents' | 'takesBackId' | 'otherRecordId'>;

/** Events with ids in their order. */
const events = (...given: Partial<Event>[]): Event[] =>
  given.map((event, place) => ({ id: place + 1, kind: 'discount', amountCents: 0, takesBackId: null, otherRecordId: null, ...event }));
const NOTES = new Map([
  [7, 6000],
  [8, 5900],
]);
const paid = { kind: 'payment', amountCents: 11_662 } as const;
const granted = { amountCents: 238 };

test('of what is credited there is no discount', () => {
  const bill = events(paid, granted);
  expect(discountLeft(11_900, bill, NOTES, 0)).toEqual({ standing: [{ ...bill[1] }], wantedCents: 238 });
  expect(discountLeft(11_900, bill, NOTES, 6000).wantedCents).toBe(118);
  expect(discountLeft(11_900, bill, NOTES, 11_900).wantedCents).toBe(0);
});

test('one that was fitted to a note stands for the granted one, also when the note is voided', () => {
  const fitted = [paid, granted, { amountCents: -238, takesBackId: 2, otherRecordId: 7 }, { amountCents: 118, otherRecordId: 7 }];
  const credited = { kind: 'credited', amountCents: 6000, otherRecordId: 7 } as const;
  const bill = events(...fitted, credited);
  expect(discountLeft(11_900, bill, NOTES, 0)).toMatchObject({ standing: [{ id: 4 }], wantedCents: 118 });
  expect(discountLeft(11_900, bill, NOTES, 5900)).toMatchObject({ standing: [{ id: 4 }], wantedCents: 0 });
  const voided = events(...fitted, credited, { ...credited, amountCents: -6000, takesBackId: 5 });
  expect(discountLeft(11_900, voided, NOTES, 0)).toMatchObject({ standing: [{ id: 4 }], wantedCents: 238 });
});

test('one that was granted after a note is of the rest, and never grows', () => {
  const credited = { kind: 'credited', amountCents: 6000, otherRecordId: 7 } as const;
  const bill = events(credited, { kind: 'payment', amountCents: 5782 }, { amountCents: 118 });
  expect(discountLeft(11_900, bill, NOTES, 0).wantedCents).toBe(118);
  expect(discountLeft(11_900, bill, NOTES, 2950).wantedCents).toBe(59);
  const voided = events(...bill, { ...credited, amountCents: -6000, takesBackId: 1 });
  expect(discountLeft(11_900, voided, NOTES, 0).wantedCents).toBe(118);
});

test('one that somebody undid is none', () => {
  const bill = events(paid, granted, { amountCents: -238, takesBackId: 2 });
  expect(discountLeft(11_900, bill, NOTES, 6000)).toEqual({ standing: [], wantedCents: 0 });
});
