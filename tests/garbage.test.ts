import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type Call, type Operation, operations, urlOf } from './api/samples.ts';
import { buildWorld, expectProblem, fingerprint, type Member, TEMPORARY_ID, UNKNOWN_ID, type World } from './api/world.ts';
import { type Answer, createTestApp, type TestApp } from './support/test-app.ts';

// The same bodies in each run; another seed finds the same rules kept.
const SEED = 20_250_601;
const ONE_MIB = 1_048_576;

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

type Schema = z.ZodMiniType<Record<string, unknown>>;
const named = (list: readonly Operation[]) => list.map((operation) => [operation.id, operation] as const);
const withBody = operations.filter(({ endpoint }) => endpoint.body);
const fieldsOf = (schema: Schema | undefined): string[] =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : [];

interface Sent {
  readonly payload?: string | Buffer;
  readonly type?: string;
  readonly url?: string;
}

/** Sends bytes as they are. */
const send = async (who: Member, { endpoint }: Operation, world: World, call: Call, sent: Sent): Promise<Answer> => {
  const { payload, type = 'application/json', url = urlOf(endpoint.path, call, world.orgId) } = sent;
  const answer = await testApp.app.inject({
    method: endpoint.method as 'POST',
    url,
    // Signing in or out would end the session that the other requests need.
    headers: { ...(endpoint.scope === 'public' ? {} : { cookie: who.cookie }), ...(payload === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json<unknown>() : answer.body, headers: answer.headers };
};

const REFUSALS = [400, 403, 404, 409, 413, 415];

/** Whatever was sent: either it worked, or a problem document says why not. */
const expectOrderly = (operation: Operation, answer: Answer, sent: unknown): void => {
  if (answer.status < 300) {
    return;
  }
  const more = operation.endpoint.scope === 'public' ? [401, 429] : [];
  if (![...REFUSALS, ...more].includes(answer.status)) {
    throw new Error(`${operation.id} answered ${answer.status} to ${String(sent).slice(0, 300)}: ${JSON.stringify(answer.body)}`);
  }
  expectProblem(answer);
};

const expectStatus = (operation: Operation, answer: Answer, status: number, code: string, sent: unknown): void => {
  expect({ id: operation.id, sent: String(sent).slice(0, 200), ...answer }).toMatchObject({ status, body: { status, code } });
  expectProblem(answer);
};

// Values as JSON text, for some of them no value of JavaScript makes.
const WRONG = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '-1e999',
  String(UNKNOWN_ID),
  String(2 ** 31),
  String(TEMPORARY_ID),
  '1e21',
  '""',
  '" "',
  '"x"',
  '"1"',
  '"NaN"',
  '"2025-13-45"',
  '"open\\n"',
  '"‮﷽ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"',
  JSON.stringify('x'.repeat(20_000)),
  '{}',
  '{"a":1}',
  '{"a":{"b":[null]}}',
  '{"length":3}',
  '{"toString":"x","constructor":1}',
  '[]',
  '[null]',
  '[""]',
  '["x"]',
  '[[]]',
  '[{}]',
  '[-1]',
  '[0.5]',
  `[${UNKNOWN_ID}]`,
  `[${TEMPORARY_ID}]`,
  `[${Array.from({ length: 3000 }, (_, index) => index + 1).join()}]`,
  '"data:image/png;base64,%%%"',
  '["data:,"]',
];
const UNKEEPABLE = ['"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '["\\u0000"]', '{"a\\u0000":1}', '{"a":"\\ud83d"}', '"\u0000"'];

const withField = (body: object, field: string, text: string): string => {
  const { [field]: _old, ...rest } = body as Record<string, unknown>;
  const others = JSON.stringify(rest).slice(1, -1);
  return `{${others}${others === '' ? '' : ','}${JSON.stringify(field)}:${text}}`;
};

describe.each(named(withBody))('%s', (_, operation) => {
  let boss: Member;
  let world: World;
  const { endpoint } = operation;
  const schema = endpoint.body;
  const limit = endpoint.bodyLimit ?? ONE_MIB;

  beforeAll(async () => {
    boss = await testApp.owner();
    world = await buildWorld(boss);
  });

  /** Sends each and expects that none of it leaves a trace in any table. */
  const refuseAll = async (sent: readonly Sent[], check: (answer: Answer, one: Sent) => void): Promise<void> => {
    const before = await fingerprint(testApp);
    for (const one of sent) {
      check(await send(boss, operation, world, operation.sample(world), one), one);
    }
    expect(await fingerprint(testApp)).toEqual(before);
  };

  test('refuses what is not JSON', async () => {
    const texts = [
      '{',
      '{"a":}',
      '{"a":1,}',
      "{'a':1}",
      'undefined',
      'NaN',
      '{"a":NaN}',
      '[1,2',
      '"',
      '{}{}',
      '\u0000',
      '<html>',
      '{"__proto__":{}}',
      ' ',
      '',
    ];
    await refuseAll(
      [...texts, Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('{"name":"\xff"', 'latin1')].map((payload) => ({ payload })),
      (answer, { payload }) => expectStatus(operation, answer, 400, 'malformed', payload),
    );
  });

  test('refuses a body that is no object', async () => {
    await refuseAll(
      ['[]', '[{}]', 'null', '0', '12.5', '"text"', 'true', 'false'].map((payload) => ({ payload })),
      (answer, { payload }) => {
        expectStatus(operation, answer, 400, 'invalid_input', payload);
        expect(answer.body).toMatchObject({ issues: [{ path: '', message: expect.any(String) }] });
      },
    );
  });

  test('takes nothing but JSON', async () => {
    const payload = JSON.stringify(operation.sample(world).body);
    const types = [
      'text/plain',
      'text/json',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
      'x',
      'application/',
    ];
    await refuseAll(
      types.map((type) => ({ payload, type })),
      (answer, { type }) => expectStatus(operation, answer, 415, 'unsupported_media_type', type),
    );
  });

  test('refuses a body that is too large before it is read', async () => {
    const fill = (letter: string) => `{"garbage":"${letter.repeat(limit)}"}`;
    await refuseAll(
      [{ payload: fill('x') }, { payload: `[${'1,'.repeat(limit / 2)}1]` }, { payload: Buffer.alloc(limit + 1, 7) }],
      (answer) => expectStatus(operation, answer, 413, 'too_large', 'a large body'),
    );
  });

  test('refuses nesting that would exhaust the stack, wherever it stands', async () => {
    const deep = (open: string, close: string, levels = 50_000) => `${open.repeat(levels)}0${close.repeat(levels)}`;
    const sample = operation.sample(world).body ?? {};
    const fields = ['unknown', ...fieldsOf(schema)];
    await refuseAll(
      fields.flatMap((field) => [deep('[', ']'), deep('{"a":', '}')].map((text) => ({ payload: withField(sample, field, text) }))),
      (answer) => expectStatus(operation, answer, 400, 'malformed', 'deep nesting'),
    );
  });

  test.each(fieldsOf(schema))('refuses garbage as %s, and what it takes it takes whole', async (field) => {
    const bodies = WRONG.map((text) => withField(operation.sample(world).body ?? {}, field, text));
    const isRefused = (payload: string) => schema?.safeParse(JSON.parse(payload)).success === false;
    await refuseAll(
      bodies.filter(isRefused).map((payload) => ({ payload })),
      (answer, { payload }) => {
        expectStatus(operation, answer, 400, 'invalid_input', payload);
        expect(answer.body).toMatchObject({
          issues: expect.arrayContaining([{ path: expect.stringContaining(field), message: expect.stringMatching(/\w/) }]),
        });
      },
    );
    await refuseAll(
      UNKEEPABLE.map((text) => ({ payload: withField(operation.sample(world).body ?? {}, field, text) })),
      (answer, { payload }) => expectStatus(operation, answer, 400, 'malformed', payload),
    );
    for (const payload of bodies.filter((each) => !isRefused(each))) {
      await sendOrderly({ payload });
    }
  });

  /** Sends what may succeed; refused, it leaves no trace. */
  const sendOrderly = async (sent: Sent): Promise<void> => {
    const before = await fingerprint(testApp);
    const answer = await send(boss, operation, world, operation.sample(world), sent);
    expectOrderly(operation, answer, sent.payload);
    if (answer.status >= 300 && JSON.stringify(await fingerprint(testApp)) !== JSON.stringify(before)) {
      throw new Error(
        `${operation.id} refused with ${answer.status} and left something half written: ${String(sent.payload).slice(0, 300)}`,
      );
    }
  };

  test('bears random bodies', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ unit: 'grapheme' }));
    const ids = fc.constantFrom(
      world.customerId,
      world.jobId,
      world.serviceTypeId,
      world.equipmentId,
      world.fieldId,
      world.employeeId,
      UNKNOWN_ID,
      TEMPORARY_ID,
    );
    const words = fc.constantFrom(
      'open',
      'billed',
      'owner',
      'basic',
      'number',
      'select',
      'services',
      '2025-06-01',
      'x@y.example',
      world.photoName,
      'Hours',
    );
    const simple = fc.oneof(text, ids, words, fc.boolean(), fc.double(), fc.integer(), fc.constant(null));
    const value = fc.oneof(
      simple,
      fc.array(simple, { maxLength: 4 }),
      fc.dictionary(text, simple, { maxKeys: 4 }),
      fc.jsonValue({ stringUnit: 'binary' }),
    );
    const body = fc.record(Object.fromEntries([...fieldsOf(schema), 'id', 'organizationId', 'version'].map((field) => [field, value])), {
      requiredKeys: [],
    });
    const merged = fc
      .tuple(fc.boolean(), body)
      .map(([onSample, random]) => ({ ...(onSample ? operation.sample(world).body : {}), ...random }));
    await fc.assert(
      fc.asyncProperty(merged, (random) => sendOrderly({ payload: JSON.stringify(random) })),
      { numRuns: 60, seed: SEED, endOnFailure: true },
    );
  });

  test('bears random bytes', async () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each)),
      fc.json(),
    );
    await fc.assert(
      fc.asyncProperty(bytes, (payload) => sendOrderly({ payload })),
      { numRuns: 30, seed: SEED, endOnFailure: true },
    );
  });
});

describe('addresses', () => {
  let boss: Member;
  let world: World;

  beforeAll(async () => {
    boss = await testApp.owner();
    world = await buildWorld(boss);
  });

  const QUERY = [
    '',
    'x',
    '-1',
    '0',
    '1.5',
    '1e3',
    '%00',
    '%ED%A0%80',
    '%zz',
    '%',
    '+',
    '2025-02-30',
    'null',
    '[object Object]',
    String(TEMPORARY_ID),
    '9'.repeat(2000),
  ];

  test.each(named(operations.filter(({ endpoint }) => endpoint.method === 'GET')))('%s bears any query', async (_, operation) => {
    const { query, ...call } = operation.sample(world);
    for (const name of ['unknown', ...fieldsOf(operation.endpoint.query)]) {
      const texts = [
        ...QUERY.map((text) => `${name}=${text}`),
        `${name}=1&${name}=2`,
        `${name}[]=1`,
        `${name}[a]=1`,
        `${name}`,
        `=${name}`,
        '__proto__=1',
        '&&&==&',
      ];
      for (const text of texts) {
        const url = `${urlOf(operation.endpoint.path, call, world.orgId)}?${text}`;
        expectOrderly(operation, await send(boss, operation, world, call, { url }), url);
      }
    }
    expect(query === undefined).toBe(operation.endpoint.query === undefined);
  });

  const withParameter = operations.flatMap((operation) =>
    operation.addresses
      .filter((address) => address.includes(':'))
      .map((address) => [operation.endpoint.method, address, operation] as const),
  );

  test.each(withParameter)('%s %s refuses what is no percent-encoding', async (_, address, operation) => {
    const before = await fingerprint(testApp);
    for (const [, name] of address.matchAll(/:(\w+)/g)) {
      for (const text of ['%', '%zz', '%C3', '%C3%28', '%E0%A4%A', '%ED%A0%80', '%FF']) {
        const url = urlOf(address.replace(`:${name ?? ''}`, text), operation.sample(world), world.orgId);
        expectStatus(operation, await send(boss, operation, world, {}, { url, payload: '{}' }), 400, 'malformed', url);
      }
    }
    expect(await fingerprint(testApp)).toEqual(before);
  });

  test('no address is too long to be answered', async () => {
    for (const url of [
      `/api/customers/${'1'.repeat(5000)}`,
      `/api/photos/${'a'.repeat(5000)}`,
      `/api/${'x/'.repeat(3000)}`,
      '/api/customers/1/',
      '//api//customers',
      '/api/customers?',
    ]) {
      const answer = await boss.send('GET', url);
      expect([400, 404]).toContain(answer.status);
      expectProblem(answer);
    }
  });
});
