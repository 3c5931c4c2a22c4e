import fc from 'fast-check';
import type { Endpoint } from '#shared/endpoint.ts';
import { fieldsOf } from '#tests/api/garbage.ts';
import type { Operation } from '#tests/api/samples.ts';
import { idNameOf } from '#tests/api/world.ts';
import { anyRef, bodyOf, present, type Ref, refTo, someOf, sometimes, text } from './values.ts';

/** One request as it is made up; references are filled in for the lane that sends it. */
export interface Plan {
  readonly who: 'boss' | 'key' | 'stranger' | 'nobody';
  readonly address: number;
  readonly isHead: boolean;
  readonly params: Readonly<Record<string, string | Ref>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly rawQuery: string;
  readonly onSample: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  /** Sent in place of a body. */
  readonly bytes: Uint8Array | string | null;
  readonly headers: Readonly<Record<string, string | Ref>>;
}

const QUERY_TEXTS = ['', '0', '-1', '1001', 'x', '2025-13-01', '2025-06-14_1', '5.owner', '99999999999', '%', "'"];
const wildQuery = fc.oneof(fc.constantFrom(...QUERY_TEXTS), anyRef, text);
/** What a condition of this name could well be; others are ids or words. */
const CONDITIONS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  limit: fc.constantFrom('1', '2', '3', '1000'),
  cursor: fc.constantFrom('1', '50', '2025-06-14_5', '3.owner', '9999.owner', '2147483646'),
  status: fc.constantFrom('open', 'completed', 'billed'),
  year: fc.constantFrom('2025', '1000', '9999'),
  from: fc.constantFrom('2025-01-01', '0001-01-01'),
  to: fc.constantFrom('2025-12-31', '9999-12-31'),
  q: text,
  entityType: fc.constantFrom('job', 'customer', 'api_key'),
  action: fc.constantFrom('create', 'delete'),
  jobId: refTo('jobId'),
  customerId: refTo('customerId'),
  equipmentId: refTo('equipmentId'),
  operatorId: refTo('employeeId'),
  serviceTypeId: refTo('serviceTypeId'),
  userId: refTo('userId'),
};

const queryOf = ({ query }: Endpoint): fc.Arbitrary<Record<string, unknown>> => {
  const fields = fieldsOf(query);
  const gentle = Object.fromEntries(fields.map((field) => [field, CONDITIONS[field] ?? wildQuery]));
  const wild = Object.fromEntries([...fields, 'unknown', '__proto__'].map((field) => [field, wildQuery]));
  return fc.oneof(fc.constant({}), someOf(gentle, 2), someOf(wild, 2));
};
const rawQueries = fc.oneof(
  { weight: 20, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('limit=%zz', 'limit=1&limit=2', 'limit[]=1', '%ED%A0%80=1', '&&=&', 'cursor=%00') },
);

const KEYS = ['k1', 'k2', 'k3', 'k'.repeat(200), 'k'.repeat(201), 'two words', '', 'é'];
const TYPES = ['text/plain', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded', 'x', 'image/png'];
const RANGES = ['bytes=0-3', 'bytes=5-', 'bytes=-2', 'bytes=9-1', 'lines=1', 'bytes=0-0,2-3', 'bytes=99999999-'];
/** Each header and how rarely it comes: a request with five odd ones is refused for the first of them. */
const HEADERS: Readonly<Record<string, readonly [fc.Arbitrary<string | Ref>, number]>> = {
  'idempotency-key': [fc.oneof({ weight: 3, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constantFrom(...KEYS) }), 3],
  'if-match': [fc.constantFrom('"1"', '"2"', '*', 'W/"1"', '"0"', '1', '"99999999999"', '"1", "2"', ''), 6],
  'x-op-user': [fc.oneof({ weight: 4, arbitrary: refTo('userId') }, { weight: 1, arbitrary: fc.constantFrom('0', 'x', '', 'a b') }), 12],
  'x-device': [fc.constantFrom('tablet-7', 'tablet-8', '', 'x'.repeat(101), 'ü'), 15],
  range: [fc.constantFrom(...RANGES), 8],
  'if-none-match': [fc.constantFrom('*', '"x"', 'W/"1"'), 12],
  'content-type': [fc.constantFrom(...TYPES), 25],
  origin: [fc.constantFrom('https://evil.example', 'null', 'x'), 60],
  'sec-fetch-site': [fc.constantFrom('cross-site', 'same-origin'), 60],
};
const headersOf = (): fc.Arbitrary<Record<string, string | Ref>> =>
  fc
    .record(Object.fromEntries(Object.entries(HEADERS).map(([name, [arbitrary, oneIn]]) => [name, sometimes(arbitrary, oneIn)] as const)))
    .map(present);

const OF_PARAM: Readonly<Record<string, Ref['what']>> = { orgId: 'orgId', name: 'photoName', sha256: 'photoName' };
const WRONG_PARAMS = ['0', '-1', 'abc', '01', '2147483646', '2147483648', '%00', '%zz', '%20', '..%2f..', 'a'.repeat(400)];

/** Mostly those of the sample. What is asked for by hand is never the lane's own: a deletion would take it from all later requests. */
const paramsOf = ({ endpoint, addresses }: Operation): fc.Arbitrary<Record<string, string | Ref>> => {
  const names = [...new Set(addresses.flatMap((address) => [...address.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')))];
  const whatIs = (name: string): Ref['what'] =>
    endpoint.scope === 'record' && name === 'id' ? idNameOf(endpoint.entity) : (OF_PARAM[name] ?? 'apiKeyId');
  const param = (name: string): fc.Arbitrary<string | Ref | undefined> =>
    fc.oneof(
      { weight: 20, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constant<Ref>({ of: 'foreign', what: whatIs(name) }) },
      { weight: 1, arbitrary: fc.constantFrom(...WRONG_PARAMS) },
    );
  return fc.record(Object.fromEntries(names.map((name) => [name, param(name)]))).map(present);
};

const bytes = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 200 }),
  fc.json(),
  fc.constantFrom('{', '[]', 'null', '', '{"a":1,}', '[1,2', '\u0000', '<html>', `${'['.repeat(500)}${']'.repeat(500)}`),
);

/** Any request to the operation. */
export const planFor = (operation: Operation): fc.Arbitrary<Plan> =>
  fc.record({
    who: fc.oneof(
      { weight: 30, arbitrary: fc.constant('boss' as const) },
      { weight: 8, arbitrary: fc.constant('key' as const) },
      { weight: 2, arbitrary: fc.constant('stranger' as const) },
      { weight: 1, arbitrary: fc.constant('nobody' as const) },
    ),
    address: fc.nat(operation.addresses.length - 1),
    isHead: operation.endpoint.method === 'GET' ? sometimes(fc.constant(true), 5).map(Boolean) : fc.constant(false),
    params: paramsOf(operation),
    query: queryOf(operation.endpoint),
    rawQuery: rawQueries,
    onSample: sometimes(fc.constant(false), 5).map((given) => given ?? true),
    body: bodyOf(operation.endpoint),
    bytes: sometimes(bytes, 16).map((given) => given ?? null),
    headers: headersOf(),
  });
