import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOrderly, expectStatus, fieldsOf, named, send, type Sent, UNKEEPABLE, withField, WRONG } from '#tests/api/garbage.ts';
import { operations } from '#tests/api/samples.ts';
import { buildWorld, fingerprint, type Member, type World } from '#tests/api/world.ts';
import { sampled } from '#tests/support/proof-size.ts';
import { type Answer, createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { WIDE_LIMITS } from '#tests/support/wide-limits.ts';
import { PUBLIC_BODY_BYTES } from '#server/work/bounds.ts';

const ONE_MIB = 1_048_576;
const AT_ONCE = 6;

const withBody = operations.filter(({ endpoint }) => endpoint.body && endpoint.body !== 'bytes');

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ limits: WIDE_LIMITS });
});

afterAll(() => testApp.close());

/** One in this many fields of a call is tested, at a push. */
const ONE_IN = 12;

describe.each(named(withBody))('%s', (_, operation) => {
  let boss: Member;
  let world: World;
  const { endpoint } = operation;
  const schema = endpoint.body === 'bytes' ? undefined : endpoint.body;
  const limit = endpoint.bodyLimit ?? (endpoint.scope === 'public' ? PUBLIC_BODY_BYTES : ONE_MIB);

  const fields = sampled(
    fieldsOf(schema),
    ONE_IN,
    (field) => `${operation.id} ${field}`,
    () => operation.id,
  );

  beforeAll(async () => {
    boss = await testApp.owner();
    world = await buildWorld(boss);
  });

  /** Sends each and expects that none of it leaves a trace in any table. */
  const refuseAll = async (sent: readonly Sent[], check: (answer: Answer, one: Sent) => void): Promise<void> => {
    // Refused, it uses nothing up: one sample is enough.
    const call = await operation.sample(world);
    const before = await fingerprint(testApp);
    for (let from = 0; from < sent.length; from += AT_ONCE) {
      const some = sent.slice(from, from + AT_ONCE);
      const answers = await Promise.all(some.map((one) => send(testApp, boss, operation, world, call, one)));
      for (const [index, answer] of answers.entries()) {
        check(answer, some[index] ?? {});
      }
    }
    expect(await fingerprint(testApp)).toEqual(before);
  };

  /** Sends what may succeed; refused, it leaves no trace. */
  const orderly =
    () =>
    async (sent: Sent): Promise<void> => {
      const call = await operation.sample(world);
      const known = JSON.stringify(await fingerprint(testApp));
      const answer = await send(testApp, boss, operation, world, call, sent);
      expectOrderly(operation, answer, sent.payload);
      const after = JSON.stringify(await fingerprint(testApp));
      if (answer.status >= 300 && after !== known) {
        throw new Error(
          `${operation.id} refused with ${answer.status} and left something half written: ${String(sent.payload).slice(0, 300)}`,
        );
      }
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
    const payload = JSON.stringify((await operation.sample(world)).body);
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

  test('refuses nesting that would exhaust the stack, wherever it is', async () => {
    // As many as a body of this call has room for.
    const levels = Math.min(20_000, limit / 8);
    const deep = (open: string, close: string) => `${open.repeat(levels)}0${close.repeat(levels)}`;
    const sample = (await operation.sample(world)).body ?? {};
    await refuseAll(
      ['unknown', ...fields].flatMap((field) =>
        [deep('[', ']'), deep('{"a":', '}')].map((text) => ({ payload: withField(sample, field, text) })),
      ),
      (answer) => expectStatus(operation, answer, 400, 'malformed', 'deep nesting'),
    );
  });

  test.each(fields)('refuses garbage as %s, and what it takes it takes whole', async (field) => {
    const { body = {} } = await operation.sample(world);
    const bodies = WRONG.map((text) => withField(body, field, text));
    const isRefused = (payload: string) => schema?.safeParse(JSON.parse(payload)).success === false;
    await refuseAll(
      bodies.filter(isRefused).map((payload) => ({ payload })),
      (answer, { payload }) => {
        expectStatus(operation, answer, 400, 'invalid_input', payload);
        expect(answer.body).toMatchObject({
          issues: expect.arrayContaining([
            expect.objectContaining({
              path: expect.stringContaining(field),
              message: expect.stringMatching(/\w/),
              messageCode: expect.stringMatching(/^[a-z]\w+$/),
              values: expect.any(Object),
            }),
          ]),
        });
      },
    );
    await refuseAll(
      // What a batch contains is judged write by write.
      (endpoint.isEnvelope === true ? [] : UNKEEPABLE).map((text) => ({ payload: withField(body, field, text) })),
      (answer, { payload }) => expectStatus(operation, answer, 400, 'malformed', payload),
    );
    const sendOrderly = orderly();
    for (const payload of bodies.filter((each) => !isRefused(each))) {
      await sendOrderly({ payload });
    }
  });
});
