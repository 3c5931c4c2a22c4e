import { expect } from 'vitest';
import * as z from 'zod/mini';
import { injectInto } from '#tests/support/inject.ts';
import type { Answer, TestApp } from '#tests/support/test-app.ts';
import { type Call, type Operation, urlOf } from './samples.ts';
import { expectProblem, type Member, TEMPORARY_ID, UNKNOWN_ID, type World } from './world.ts';

type Schema = z.ZodMiniType<Record<string, unknown>>;
/** For `test.each`. */
export const named = (list: readonly Operation[]) => list.map((operation) => [operation.id, operation] as const);
/** The fields that a body or query declares. */
export const fieldsOf = (schema: Schema | undefined): string[] =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : [];

export interface Sent {
  readonly payload?: string | Buffer;
  readonly type?: string;
  readonly url?: string;
}

/** Sends bytes as they are. */
export const send = async (
  testApp: TestApp,
  who: Member,
  { endpoint }: Operation,
  world: World,
  call: Call,
  sent: Sent,
): Promise<Answer> => {
  const { payload, type = 'application/json', url = urlOf(endpoint.path, call, world.orgId) } = sent;
  const { status, contentType, text, headers } = await injectInto(testApp.app, {
    method: endpoint.method,
    url,
    // Signing in or out would end the session that the other requests need.
    headers: { ...(endpoint.scope === 'public' ? {} : { cookie: who.cookie }), ...(payload === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status, body: contentType.includes('json') ? (JSON.parse(text) as unknown) : text, headers };
};

const REFUSALS = [400, 403, 404, 409, 413, 415];

/** Whatever was sent: either it worked, or a problem document says why not. */
export const expectOrderly = (operation: Operation, answer: Answer, sent: unknown): void => {
  if (answer.status < 300) {
    return;
  }
  const isGuessed = operation.endpoint.scope === 'public' || operation.id === 'confirmations.confirm';
  const more = isGuessed ? [401, 429] : [];
  if (![...REFUSALS, ...more].includes(answer.status)) {
    throw new Error(`${operation.id} answered ${answer.status} to ${String(sent).slice(0, 300)}: ${JSON.stringify(answer.body)}`);
  }
  expectProblem(answer);
};

/** Expects this refusal, and names what was sent if it is another. */
export const expectStatus = (operation: Operation, answer: Answer, status: number, code: string, sent: unknown): void => {
  expect({ id: operation.id, sent: String(sent).slice(0, 200), ...answer }).toMatchObject({ status, body: { status, code } });
  expectProblem(answer);
};

/** Values that hardly any field takes, as JSON text: some of it no value of JavaScript makes. */
export const WRONG = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  String(UNKNOWN_ID),
  String(2 ** 31),
  String(TEMPORARY_ID),
  '""',
  '"x"',
  '"NaN"',
  '"2025-13-45"',
  '"open\\n"',
  '"‮﷽ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"',
  JSON.stringify('x'.repeat(20_000)),
  '{}',
  '{"a":1}',
  '{"toString":"x","constructor":1}',
  '[]',
  '[null]',
  '["x"]',
  '[[]]',
  '[{}]',
  '[-1]',
  `[${UNKNOWN_ID}]`,
  `[${TEMPORARY_ID}]`,
  `[${Array.from({ length: 3000 }, (_, index) => index + 1).join()}]`,
  '"data:image/png;base64,%%%"',
  '["data:,"]',
];
/** Text that no field accepts. */
export const UNKEEPABLE = ['"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '["\\u0000"]', '{"a\\u0000":1}', '{"a":"\\ud83d"}', '"\u0000"'];

/** The body with this text as the value of the field. */
export const withField = (body: object, field: string, text: string): string => {
  const { [field]: _old, ...rest } = body as Record<string, unknown>;
  const others = JSON.stringify(rest).slice(1, -1);
  return `{${others}${others === '' ? '' : ','}${JSON.stringify(field)}:${text}}`;
};
