import { expect, test } from 'vitest';
import type { Equipment } from '#shared/domain/equipment.ts';
import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { FormField, FormService } from '#client/features/job-entries/entry-form.ts';
import { firstOf, lastValues, nextOpen, numbersOf } from '#client/features/job-entries/fold.ts';
import { soleMachine, soleOf } from '#client/features/job-entries/likely-choices.ts';
import type { EntryFormState } from '#client/features/job-entries/use-entry-form.ts';

const number = (column: string, isRequired = false) =>
  ({ key: column, kind: 'number', column, isRequired, field: { name: column } }) as unknown as FormField;
const hours = number('totalHours');
const loads = number('loads', true);
const fuel = number('fuel');
const machines = { key: 'machines', kind: 'equipment', column: 'equipmentIds', field: {} } as unknown as FormField;
const entry = (id: number, values: Partial<JobEntry>) => ({ id, serviceTypeId: 1, equipmentIds: [7], loads: null, ...values }) as JobEntry;
const state = (values: EntryFormState['form']['values']) =>
  ({ form: { serviceTypeId: 1, values }, fields: [machines, hours, loads, fuel] }) as unknown as EntryFormState;

test('required numbers come first; the next one is the next that is open, from anywhere', () => {
  const numbers = numbersOf([machines, hours, loads, fuel]);
  expect(numbers).toEqual([loads, hours, fuel]);
  expect(nextOpen(numbers, {}, undefined)).toBe(loads);
  expect(nextOpen(numbers, {}, loads)).toBe(hours);
  expect(nextOpen(numbers, { totalHours: '3' }, loads)).toBe(fuel);
  expect(nextOpen(numbers, {}, fuel)).toBe(loads);
  expect(nextOpen(numbers, { loads: '1', totalHours: '3' }, fuel)).toBeUndefined();
});

test('a new entry opens what it lacks, a correction what it has', () => {
  const numbers = [loads, hours, fuel];
  expect(firstOf(numbers, { loads: '3' }, null)).toBe(hours);
  expect(firstOf(numbers, { totalHours: '3' }, entry(1, {}))).toBe(hours);
  expect(firstOf(numbers, {}, entry(1, {}))).toBe(loads);
});

test('the last values are those of the service and a machine of it, each once, at most four', () => {
  const entries = [23, 21, 21, null, 0, 24, 20, 19].map((value, index) => entry(index, { loads: value }));
  const others = [entry(90, { loads: 99, serviceTypeId: 2 }), entry(91, { loads: 98, equipmentIds: [8] })];
  expect(lastValues(loads, state({ machines: [7] }), [...others, ...entries])).toEqual(['23', '21', '24', '20']);
  expect(lastValues(loads, state({ machines: [] }), [...others, ...entries])).toEqual(['98', '23', '21', '24']);
});

test('the only one chooses itself, unless the service wants more of it', () => {
  const truck = { id: 7, serviceTypeIds: [1] } as unknown as Equipment;
  const service = { id: 1, equipmentCount: 1 } as unknown as FormService;
  expect(soleMachine(service, [truck, { ...truck, id: 8, serviceTypeIds: [] }])).toBe(truck);
  expect(soleMachine({ ...service, equipmentCount: 2 }, [truck])).toBeUndefined();
  expect([soleOf([]), soleOf([truck, truck])]).toEqual([undefined, undefined]);
});
