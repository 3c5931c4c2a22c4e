import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Endpoint } from '#shared/endpoint.ts';
import { ENTITIES } from '#shared/kinds/registry.ts';
import { dataString, idNameOf, pngBytes, TEMPORARY_ID, UNKNOWN_ID } from '#tests/api/world.ts';

const RECORDS = ['orgId', ...ENTITIES.map(idNameOf), 'apiKeyId', 'photoName', 'userId'] as const;
/** Something of the lane that asks, or of another lane; what it is turns out when the request is sent. */
export interface Ref {
  readonly of: 'own' | 'foreign';
  readonly what: (typeof RECORDS)[number];
}

export const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'of' in value && 'what' in value;

export const anyRef: fc.Arbitrary<Ref> = fc.record({
  of: fc.constantFrom('own' as const, 'own' as const, 'foreign' as const),
  what: fc.constantFrom(...RECORDS),
});
export const refTo = (what: Ref['what']): fc.Arbitrary<Ref> =>
  fc.record({ of: fc.constantFrom('own', 'own', 'own', 'foreign'), what: fc.constant(what) });

/** What no database keeps, and what means something to one. */
const HOSTILE = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '%',
  "'; drop table jobs; --",
  '\\',
  '\u202e',
  '"',
  '{"',
  'x'.repeat(2000),
];
export const text = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE) },
);
const WORDS = [
  'open',
  'completed',
  'billed',
  'owner',
  'basic',
  'manager',
  'number',
  'select',
  'text',
  'services',
  'completed',
  'Hours',
  'Notes',
];
const words = fc.constantFrom(...WORDS);
const dates = fc.constantFrom('2025-06-01', '2024-02-29', '1999-12-31', '2025-02-30', '9999-12-31', '0001-01-01');
const ids = fc.oneof({ weight: 4, arbitrary: anyRef }, { weight: 1, arbitrary: fc.constantFrom(UNKNOWN_ID, TEMPORARY_ID, 0, -1, 2 ** 31) });
const simple = fc.oneof(text, ids, words, dates, fc.boolean(), fc.double(), fc.integer(), fc.constant(null));
const garbage = fc.oneof(
  simple,
  fc.array(simple, { maxLength: 4 }),
  fc.dictionary(text, simple, { maxKeys: 4 }),
  fc.jsonValue({ stringUnit: 'binary' }),
);

const files = fc.oneof(
  fc.string({ maxLength: 6 }).map((words_) => dataString(pngBytes(words_))),
  fc.constantFrom('data:image/png;base64,%%%', 'data:,', 'data:text/plain;base64,aGVsbG8='),
  refTo('photoName'),
);
const FIELD_NAMES = ['Moisture', 'Notes', 'Attachments', 'Hours', 'Equipment', 'constructor', 'toString', 'Fuel', '__proto__'];
const fieldValues = fc.dictionary(
  fc.oneof(fc.constantFrom(...FIELD_NAMES), text),
  fc.oneof(simple, fc.array(fc.oneof(files, simple), { maxLength: 3 })),
  {
    maxKeys: 4,
    noNullPrototype: true,
  },
);

/** What a field of this name could well take; others take anything. */
const PLAUSIBLE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  customerId: refTo('customerId'),
  jobId: refTo('jobId'),
  serviceTypeId: refTo('serviceTypeId'),
  serviceTypeIds: fc.array(refTo('serviceTypeId'), { maxLength: 3 }),
  customDataFieldIds: fc.array(refTo('fieldId'), { maxLength: 3 }),
  requiredFieldIds: fc.array(refTo('fieldId'), { maxLength: 2 }),
  linkedEquipmentIds: fc.array(refTo('equipmentId'), { maxLength: 2 }),
  equipmentId: refTo('equipmentId'),
  equipmentIds: fc.array(refTo('equipmentId'), { maxLength: 2 }),
  operatorId: refTo('employeeId'),
  operatorIds: fc.array(refTo('employeeId'), { maxLength: 2 }),
  implementId: refTo('implementId'),
  date: dates,
  seasonStartDate: dates,
  payPeriod: words,
  payPeriodStart: dates,
  photos: fc.array(files, { maxLength: 4 }),
  customFieldValues: fieldValues,
  status: words,
  accessLevel: words,
  fieldType: words,
  email: fc.oneof(fc.emailAddress(), text),
  password: fc.string({ minLength: 8, maxLength: 20 }),
  options: fc.array(text, { maxLength: 3 }),
  requiredFields: fc.jsonValue(),
};

type Json = Record<string, unknown>;

/** Values of the type that the schema names. */
const typed = (schema: unknown): fc.Arbitrary<unknown> => {
  const parts = JSON.stringify(schema ?? {});
  const of = (type: string) => parts.includes(`"type":"${type}"`);
  const options = [
    ...(of('string') ? [fc.string({ unit: 'grapheme', minLength: 1 })] : []),
    ...(of('boolean') ? [fc.boolean()] : []),
    ...(of('integer') ? [fc.integer({ min: 1, max: 10 })] : []),
    ...(of('number') ? [fc.double({ min: 0, max: 1000, noNaN: true })] : []),
    ...(of('null') ? [fc.constant(null)] : []),
  ];
  return options.length === 0 ? garbage : fc.oneof(...options);
};

/** Absent except once in this many times. */
export const sometimes = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** The ones that are there. */
export const present = <T>(given: Readonly<Record<string, T | undefined>>): Record<string, T> =>
  Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Some of them: each once in this many times. */
export const someOf = <T>(arbitraries: Readonly<Record<string, fc.Arbitrary<T>>>, oneIn: number): fc.Arbitrary<Record<string, T>> =>
  fc
    .record(Object.fromEntries(Object.entries(arbitraries).map(([name, arbitrary]) => [name, sometimes(arbitrary, oneIn)] as const)))
    .map(present);

const NOT_THEIRS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: ids,
  organizationId: refTo('orgId'),
  version: fc.nat(9),
  createdBy: refTo('userId'),
  deletedAt: dates,
};

/** Any body for the call: two of three could well be accepted, and some contain fields that nobody may set. */
export const bodyOf = ({ body }: Endpoint): fc.Arbitrary<Json> => {
  const schemas: Json = body === undefined || body === 'bytes' ? {} : propertiesOf(body);
  const gentle = Object.fromEntries(Object.entries(schemas).map(([field, schema]) => [field, PLAUSIBLE[field] ?? typed(schema)]));
  const wild = Object.fromEntries(Object.keys(schemas).map((field) => [field, fc.oneof(gentle[field] ?? garbage, garbage)]));
  return fc.oneof(
    { weight: 2, arbitrary: someOf({ ...gentle, ...NOT_THEIRS }, Math.max(3, Math.ceil(Object.keys(gentle).length / 3))) },
    { weight: 1, arbitrary: someOf({ ...wild, ...NOT_THEIRS }, 2) },
  );
};

const propertiesOf = (schema: z.ZodMiniType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {};
