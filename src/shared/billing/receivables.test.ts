import { expect, test } from 'vitest';
import { ageOf, discountFor, interestOn, levelDue, nextReminderOn, type Reminded } from './receivables.ts';
import { USUAL_REMINDERS } from './schemas/billing-settings.ts';

test.each([
  [-5, 'notDue'],
  [0, 'notDue'],
  [1, 'to30'],
  [30, 'to30'],
  [31, 'to60'],
  [60, 'to60'],
  [61, 'over60'],
])('%i days late is %s', (days, age) => {
  expect(ageOf(days)).toBe(age);
});

const bill = (more: Partial<Reminded> = {}): Reminded => ({
  dueOn: '2026-03-31',
  sentLevel: 0,
  remindedOn: null,
  promisedUntil: null,
  isDisputed: false,
  ...more,
});

test('a reminder is so many days after the due date, and after the one before', () => {
  expect(nextReminderOn(USUAL_REMINDERS, bill())).toBe('2026-04-07');
  expect(nextReminderOn(USUAL_REMINDERS, bill({ sentLevel: 1, remindedOn: '2026-04-07' }))).toBe('2026-04-21');
  expect(nextReminderOn(USUAL_REMINDERS, bill({ sentLevel: 1, remindedOn: '2026-06-01' }))).toBe('2026-06-15');
  expect(nextReminderOn(USUAL_REMINDERS, bill({ sentLevel: 3, remindedOn: '2026-06-01' }))).toBeNull();
  expect(nextReminderOn([], bill())).toBeNull();
  // Nobody is reminded on the day on which it is due, nor twice on one day.
  const atOnce = [0, 0].map((afterDays) => ({ afterDays, feeCents: 0 }));
  expect(nextReminderOn(atOnce, bill())).toBe('2026-04-01');
  expect(nextReminderOn(atOnce, bill({ sentLevel: 1, remindedOn: '2026-04-01' }))).toBe('2026-04-02');
});

test('what is promised waits until the day is over, what is disputed until it is settled', () => {
  expect(levelDue(USUAL_REMINDERS, bill(), '2026-04-06')).toBe(0);
  expect(levelDue(USUAL_REMINDERS, bill(), '2026-04-07')).toBe(1);
  expect(levelDue(USUAL_REMINDERS, bill({ promisedUntil: '2026-04-10' }), '2026-04-10')).toBe(0);
  expect(levelDue(USUAL_REMINDERS, bill({ promisedUntil: '2026-04-10' }), '2026-04-11')).toBe(1);
  expect(levelDue(USUAL_REMINDERS, bill({ isDisputed: true }), '2026-12-31')).toBe(0);
});

test.each([
  // 1000.00 × 9.12 % × 30 / 365 = 7.4958…
  [100_000, 'EUR', '9.12', 30, 750],
  // 73.00 × 5 % × 1 / 365 = 0.01
  [7300, 'EUR', '5', 1, 1],
  // 36.50 × 5 % × 1 / 365 = 0.005, the half up
  [3650, 'EUR', '5', 1, 1],
  [3649, 'EUR', '5', 1, 0],
  // 100,000 yen × 3 % × 10 / 365 = 82.19…: whole yen
  [10_000_000, 'JPY', '3', 10, 8200],
  [100_000, 'EUR', null, 30, 0],
  [100_000, 'EUR', '9', 0, 0],
] as const)('the interest on %i cents of %s at %s percent for %i days is %i', (openCents, currency, percent, days, cents) => {
  expect(interestOn({ openCents, currency }, percent, days)).toBe(cents);
});

test('a discount is of the whole bill, until its last day', () => {
  const agreed = { grossCents: 12_345, currency: 'EUR', discountPercent: '2.5', discountUntil: '2026-03-11' };
  // 308.625 cents.
  expect(discountFor(agreed, '2026-03-11')).toBe(309);
  expect(discountFor(agreed, '2026-03-12')).toBe(0);
  expect(discountFor({ ...agreed, discountPercent: null }, '2026-03-01')).toBe(0);
  expect(discountFor({ ...agreed, currency: 'JPY', grossCents: 1_234_500 }, '2026-03-01')).toBe(30_900);
});
