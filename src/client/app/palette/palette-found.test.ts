import { describe, expect, test } from 'vitest';
import { entryDetail, foundGroup, type PaletteItem, recordDetail, searchAddress } from '#client/app/palette/palette-found.ts';
import { CustomerIcon } from '#client/ui/icons.tsx';

const itemsOf = (count: number): PaletteItem[] =>
  Array.from({ length: count }, (_, key) => ({
    key: String(key),
    title: '',
    detail: '',
    text: '',
    icon: CustomerIcon,
    run: () => undefined,
  }));
const nowhere = (): void => undefined;

describe('a group of what was found', () => {
  test('has its count, and the way to all of it where not all are shown', () => {
    const [group] = foundGroup('Jobs', itemsOf(6), 1200, nowhere);
    expect(group).toMatchObject({ title: 'Jobs', count: 1200 });
    expect(group?.items).toHaveLength(7);
    expect(group?.items.at(-1)).toMatchObject({ title: 'Show all 1,200', run: nowhere });
  });

  test('has no such way where all are shown, or there is no list', () => {
    expect(foundGroup('Jobs', itemsOf(6), 6, nowhere)[0]?.items).toHaveLength(6);
    expect(foundGroup('Screens', itemsOf(6), 9)[0]?.items).toHaveLength(6);
  });

  test('is not there if nothing was found', () => {
    expect(foundGroup('Jobs', [], 0, nowhere)).toEqual([]);
  });
});

test('the address of a list with its search', () => {
  expect(searchAddress('/customers', ' Ridge & Sons ')).toBe('/customers?q=Ridge+%26+Sons');
  expect(searchAddress('/jobs?status=all', 'creek')).toBe('/jobs?status=all&q=creek');
});

describe('the detail of a record', () => {
  const customer = { title: 'Ridge Dairy', detail: 'Cedar Falls · 555-0100', more: ['K-1042', 'Mia Stroud', 'mia@ridge.example'] };

  test('is what distinguishes it', () => {
    expect(recordDetail(customer, ['ridge'])).toBe('Cedar Falls · 555-0100');
    expect(recordDetail(customer, ['cedar', 'dairy'])).toBe('Cedar Falls · 555-0100');
  });

  test('begins with what was found and is not in view otherwise', () => {
    expect(recordDetail(customer, ['1042'])).toBe('K-1042 · Cedar Falls · 555-0100');
    expect(recordDetail(customer, ['ridge', 'stroud'])).toBe('Mia Stroud · Cedar Falls · 555-0100');
    expect(recordDetail({ ...customer, detail: '' }, ['stroud'])).toBe('Mia Stroud');
  });
});

describe('the detail of an entry', () => {
  const entry = {
    customerName: 'Ridge Dairy',
    jobName: 'North Quarter silage',
    serviceTypeName: 'Hauling',
    equipmentNames: ['Truck 7'],
    operatorNames: ['Ben Carver'],
    implementName: 'Side dump trailer',
    notes: 'Filled up at the yard. Creek crossing is soft after load 17.',
    customFieldValues: { Ticket: 90_210, Field: 'Lagoon 2', Acres: 45.5, Done: true, Scans: ['lagoon.jpg'], Seed: null },
  };

  test.each([
    ['the piece of the note', ['soft'], '…crossing is soft after load 17.'],
    ['a number of its own field, with the name', ['90210'], 'Ticket: 90210'],
    ['a part of one', ['45.5'], 'Acres: 45.5'],
    ['a text of its own field', ['lagoon'], 'Field: Lagoon 2'],
    ['the implement', ['dump'], 'Side dump trailer'],
    ['what it was for, where a name was found', ['truck', '7'], 'North Quarter silage, Ridge Dairy'],
    ['the piece for the word that the names do not hold', ['truck', 'crossing'], '…the yard. Creek crossing is soft after load 17.'],
  ])('%s', (_what, words, detail) => {
    expect(entryDetail(entry, words)).toBe(detail);
  });
});
