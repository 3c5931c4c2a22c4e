import { expect, test } from 'vitest';
import { BASES } from '#shared/billing/schemas/rate.ts';
import type { CustomDataField } from '#shared/domain/custom-data-field.ts';
import { SYSTEM_FIELDS } from '#shared/domain/system-fields.ts';
import { UNIT_SYSTEMS } from '#shared/domain/units.ts';
import { plainWords } from '#shared/lib/plain-words.ts';
import { de } from '#client/locales/de/every.ts';
import { es } from '#client/locales/es/every.ts';
import { fieldOfMeasure, fieldToMake, MEASURES, wordsOfMeasure } from './measures.ts';
import { type Existing, fieldIdsOf, planTrades } from './plan-trades.ts';
import { machineRows, NEW_DRAFT, pickedOf, serviceRows, type TradesDraft } from './trade-rows.ts';
import { TRADE_IDS, TRADES, wordIn } from './trades.ts';

const field = (id: number, part: Partial<CustomDataField>): CustomDataField => ({
  id,
  organizationId: 1,
  version: 1,
  createdBy: null,
  createdAt: '',
  updatedAt: '',
  name: '',
  description: null,
  fieldType: 'number',
  defaultValue: null,
  isRequired: false,
  isActive: true,
  isSystem: false,
  summary: null,
  options: [],
  usageCount: 0,
  ...part,
});

const SYSTEM = SYSTEM_FIELDS.map((each, index) => field(index + 1, { ...each, isSystem: true }));
const NEW_COMPANY: Existing = { fields: SYSTEM, services: [], equipment: [], implements: [] };

const US = { country: 'US', units: 'us' } as const;
const IRELAND = { country: 'IE', units: 'metric' } as const;
const ALL: TradesDraft = { ...NEW_DRAFT, trades: TRADE_IDS };

const pickedIn = (draft: TradesDraft, place: typeof US | typeof IRELAND) => {
  const rows = serviceRows(draft, place);
  return pickedOf(rows, machineRows(draft, rows, place), place);
};

/** The company after all of the plan was made. */
const after = (existing: Existing, picked: ReturnType<typeof pickedIn>): Existing => {
  const plan = planTrades(picked, existing);
  let id = 100 + existing.fields.length + existing.services.length;
  const fields = [...existing.fields, ...plan.fields.map((body) => field(id++, body))];
  const services = [...existing.services, ...plan.services.map(({ name }) => ({ id: id++, name }))];
  const idsOf = (names: readonly string[]) => services.flatMap((service) => (names.includes(service.name) ? service.id : []));
  const machines = (kind: 'equipment' | 'implements') => [
    ...existing[kind].map((each) => {
      const linked = plan.linked.find((other) => other.kind === kind && other.name === each.name);
      return linked ? { ...each, serviceTypeIds: [...new Set([...each.serviceTypeIds, ...idsOf(linked.does)])] } : each;
    }),
    ...plan.machines.flatMap(({ name, kind: of, does }) => (of === kind ? { id: id++, name, serviceTypeIds: idsOf(does) } : [])),
  ];
  return { fields, services, equipment: machines('equipment'), implements: machines('implements') };
};

test.each([
  ['America', 'US'],
  ['Ireland', 'IE'],
])('no service has the name of another within a pick of all trades in %s, in any language', (_place, country) => {
  const words = TRADE_IDS.flatMap((id) => TRADES[id].services.map(({ name }) => wordIn(name, country)));
  expect(words.length).toBeGreaterThan(25);
  for (const say of [(word: string) => word, (word: keyof typeof de) => de[word], (word: keyof typeof de) => es[word]]) {
    const names = words.map((word) => plainWords(say(word as keyof typeof de)));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  }
});

test('every service counts in something that a price can be set for, and asks for fuel', () => {
  for (const { services, machines } of Object.values(TRADES)) {
    expect(services.length).toBeGreaterThan(1);
    for (const { by, also } of services) {
      for (const units of UNIT_SYSTEMS) {
        expect(BASES).toContain(wordsOfMeasure(by, units).basis);
      }
      expect(also).toContain('fuel');
      expect(also).not.toContain(by);
    }
    // Drivers see only machines that do the service: each service has one.
    for (const units of UNIT_SYSTEMS) {
      const done = new Set(machines.filter(({ only }) => only === undefined || only === units).flatMap(({ does }) => does));
      expect([...done].toSorted()).toEqual(services.map((_, index) => index));
    }
  }
});

test('fields have no name twice in any language, but tonnes, which grain is counted in where there are no bushels', () => {
  for (const say of [
    (word: string) => word,
    (word: string) => de[word as keyof typeof de],
    (word: string) => es[word as keyof typeof de],
  ]) {
    const us = MEASURES.map((measure) => say(wordsOfMeasure(measure, 'us').field));
    expect(new Set(us).size).toBe(us.length);
    const metric = MEASURES.map((measure) => say(wordsOfMeasure(measure, 'metric').field));
    expect(new Set(metric).size).toBe(metric.length - 1);
  }
});

test('three trades bring the nine services of the picture, with machine, operator, hours and what is billed required', () => {
  const picked = pickedIn({ ...NEW_DRAFT, trades: ['hay', 'forage', 'combining'] }, US);
  const plan = planTrades(picked, NEW_COMPANY);
  expect(plan.services.map(({ name, by }) => `${name}: ${by}`)).toEqual([
    'Chopping: area',
    'Silage hauling: loads',
    'Packing: hours',
    'Combining: area',
    'Grain cart: hours',
    'Grain trucking: loads',
    'Mowing: area',
    'Raking: area',
    'Baling: bales',
  ]);
  expect(plan.fields.map(({ name, summary }) => [name, summary])).toEqual([
    ['Acres', undefined],
    ['Moisture %', 'average'],
    ['Fuel', undefined],
    ['Tons', undefined],
    ['Bushels', undefined],
    ['Bales', undefined],
  ]);
  const { fields } = after(NEW_COMPANY, picked);
  const [chopping] = plan.services;
  const { customDataFieldIds = [], requiredFieldIds = [] } = chopping ? fieldIdsOf(chopping, fields, 'us') : {};
  const nameOf = (id: number) => fields.find((each) => each.id === id)?.name;
  expect(requiredFieldIds.map(nameOf)).toEqual(['Equipment', 'Operator', 'Hours', 'Acres']);
  expect(customDataFieldIds.map(nameOf)).toEqual([
    'Equipment',
    'Operator',
    'Hours',
    'Acres',
    'Loads',
    'Moisture %',
    'Fuel',
    'Notes',
    'Attachments',
  ]);
});

test.each([US, IRELAND])('what was made is not made again, whatever was there before: %o', (place) => {
  const rows = serviceRows(ALL, place);
  const machines = Object.fromEntries(machineRows(ALL, rows, place).map(({ key }) => [key, { count: 2, names: [] }]));
  const picked = pickedIn({ ...ALL, machines }, place);
  const made = after(NEW_COMPANY, picked);
  expect(made.equipment.length).toBeGreaterThan(10);
  expect(planTrades(picked, made)).toEqual({ fields: [], services: [], machines: [], linked: [] });
  // A failure half way: fields and some services are there.
  const half: Existing = { ...made, services: made.services.slice(0, 4), equipment: [], implements: made.implements.slice(0, 3) };
  const rest = planTrades(picked, half);
  expect(rest.fields).toEqual([]);
  expect(rest.services).toHaveLength(made.services.length - 4);
  expect(rest.machines).toHaveLength(made.equipment.length + made.implements.length - 3);
});

test('a field that is switched off, or a name that something else has, is left alone', () => {
  const off = field(20, { name: 'Acres', isActive: false });
  const text = field(21, { name: 'Fuel', fieldType: 'text' });
  const fields = [...SYSTEM, off, text];
  expect(fieldOfMeasure(fields, 'area', 'us')).toBe('taken');
  expect(fieldOfMeasure(fields, 'fuel', 'us')).toBe('taken');
  expect(fieldOfMeasure(fields, 'bales', 'us')).toBeUndefined();
  const plan = planTrades(pickedIn({ ...NEW_DRAFT, trades: ['hay'] }, US), { ...NEW_COMPANY, fields });
  expect(plan.fields.map(({ name }) => name)).toEqual(['Bales']);
  const own = field(22, { name: 'Acres covered' });
  expect(fieldOfMeasure([...SYSTEM, own], 'area', 'us')).toBe(own);
});

test('edits: a name, no service, a price, and services of one’s own, each name once', () => {
  const draft: TradesDraft = {
    ...NEW_DRAFT,
    trades: ['hay'],
    own: ['own 0', 'own 1', 'own 2'],
    edits: {
      'hay 0': { name: 'Swathing' },
      'hay 1': { isOff: true },
      'hay 2': { price: '11.50', also: [] },
      'own 0': { name: 'Corn planting' },
      'own 1': { name: ' swathing ' },
    },
  };
  const picked = pickedIn(draft, US);
  expect(planTrades(picked, NEW_COMPANY).services).toMatchObject([
    { name: 'Swathing', by: 'area' },
    { name: 'Baling', by: 'bales', price: '11.50', also: [] },
    { name: 'Corn planting', by: 'area' },
  ]);
  // A machine for nothing but the service that was left out is not offered.
  const machines = machineRows(draft, serviceRows(draft, US), US).map(({ name }) => name);
  expect(machines).toEqual(['Tractor', 'Mower', 'Baler']);
});

test('machines: several are numbered, names are kept, one of two trades does the services of both', () => {
  const draft: TradesDraft = {
    ...NEW_DRAFT,
    trades: ['forage', 'hay'],
    machines: { 'equipment Silage truck': { count: 2, names: [null, 'Old Mack'] }, 'equipment Tractor': { count: 1, names: [] } },
  };
  const { machines } = pickedIn(draft, US);
  expect(machines).toEqual([
    { name: 'Silage truck 1', kind: 'equipment', does: ['Silage hauling'] },
    { name: 'Old Mack', kind: 'equipment', does: ['Silage hauling'] },
    { name: 'Tractor', kind: 'equipment', does: ['Mowing', 'Raking', 'Baling'] },
  ]);
  const there: Existing = { ...NEW_COMPANY, equipment: [{ id: 9, name: 'tractor', serviceTypeIds: [] }] };
  const plan = planTrades({ ...pickedIn(draft, US) }, there);
  expect(plan.machines.map(({ name }) => name)).toEqual(['Silage truck 1', 'Old Mack']);
  expect(plan.linked.map(({ name }) => name)).toEqual(['Tractor']);
  const irish = machineRows(draft, serviceRows(draft, IRELAND), IRELAND);
  expect(irish.find(({ name }) => name === 'Tractor')?.does).toEqual(['Drawing in', 'Buckraking', 'Mowing', 'Rowing up', 'Baling']);
  expect(irish.find(({ name }) => name === 'Silage trailer')?.kind).toBe('implements');
});

test('the names of fields are those of the country’s units', () => {
  expect(fieldToMake('volume', 'us')).toEqual({ name: 'Gallons', fieldType: 'number' });
  expect(fieldToMake('volume', 'metric')).toEqual({ name: 'Cubic meters', fieldType: 'number' });
  expect(fieldToMake('moisture', 'metric')).toEqual({ name: 'Moisture %', fieldType: 'number', summary: 'average' });
});
