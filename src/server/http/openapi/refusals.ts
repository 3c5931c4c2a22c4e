import { CAPABILITIES } from '#shared/access/capabilities.ts';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { type Endpoint, isKeyed } from '#shared/endpoint.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/lib/errors.ts';
import type { MessageCode } from '#shared/messages/all.ts';
import { isChecked, isWrite } from '#server/http/openapi/headers.ts';
import { type Json, refTo } from '#server/http/openapi/json.ts';

/** What each code means, for programs that decide by it. */
const MEANING: Record<ErrorCode, string> = {
  malformed: 'The request cannot be read: address, headers or JSON.',
  invalid_input: 'Something in it is wrong; `issues` says what and where.',
  unauthenticated: 'Nobody is signed in, or the API key does not exist or was revoked.',
  session_ended: 'Somebody ended this session: its device forgets what it keeps for working offline.',
  wrong_credentials: 'E-mail or password is wrong.',
  second_step_needed: 'The organization asks its owner and admins for a second step, and this session began without one: sign in again.',
  forbidden: 'The access level, or the API key, does not allow it; or the request came from another site.',
  confirm_needed:
    'The session’s person has not shown for 15 minutes who they are: `POST /api/account/confirm`, then call again. API keys are not asked.',
  not_found: 'There is no such record, or it belongs to an organization that you are no member of: the two answer alike.',
  conflict: 'The present state does not allow it, such as a name that is taken or a field that is in use.',
  job_not_open: 'The job takes no entries: it is completed or billed.',
  bill_changed: 'The draft bill has another version or total than the call names; `current` is the draft as it is. Nothing was issued.',
  bill_has_payments: 'The job’s bill has payments: say with `payments` where they go. Nothing was changed.',
  user_mismatch: 'Somebody else than `X-Op-User` is signed in.',
  epoch_changed: 'A backup was restored since `X-Server-Epoch`: offer again what may be lost, in its order, before anything new.',
  version_mismatch: 'The record was changed since `If-Match`; `current` is the record as it is.',
  too_large: 'The body, or a file in it, is too large.',
  unsupported_media_type: 'The body is of a type that the call does not take.',
  unsatisfiable_range: 'The file has no bytes in the range.',
  misdirected: 'The name in the address is none of this installation’s.',
  key_reused: 'The `Idempotency-Key` was used before with other content.',
  depends_on_other: 'Of a batch: it names a record by the key of a write that has not taken effect. Nothing was changed.',
  too_many: 'Too many tries, or more than the limits of this installation allow. `Retry-After` says when to try again.',
  internal: 'Something went wrong on our side. Nothing was changed.',
  unavailable: 'Not ready, or stopping. Try again.',
  no_room:
    'The organization or the account holds, or has sent, as many bytes of files as it may; or the disk of the server is full. Nothing was changed, and `Retry-After` says when another try may succeed.',
};

const CODES = Object.keys(MEANING) as ErrorCode[];
const codesOf = (status: number): ErrorCode[] => CODES.filter((code) => ERROR_STATUS[code] === status);

const NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'VersionMismatch',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  416: 'UnsatisfiableRange',
  422: 'KeyReused',
  429: 'TooMany',
};

const list = (codes: readonly ErrorCode[]): string => codes.map((code) => `- \`${code}\` ${MEANING[code]}`).join('\n');

const problemWith = (description: string, schema: Json, headers: readonly string[] = []): Json => ({
  description,
  headers: Object.fromEntries(['X-Request-Id', 'X-Server-Epoch', ...headers].map((name) => [name, refTo('headers', name)])),
  content: { 'application/problem+json': { schema } },
});

/** Refusals of calls that take no key. */
const KEYLESS = new Set([416]);

/** A problem that can only be of these codes, so that a client's `switch` is complete. */
const responseTo = (status: number): Json => {
  const codes = codesOf(status);
  const schema = { allOf: [refTo('schemas', 'Problem'), { properties: { status: { const: status }, code: { enum: codes } } }] };
  return problemWith(list(codes), schema, status === 429 ? ['Retry-After'] : KEYLESS.has(status) ? [] : ['Idempotency-Key']);
};

/** One answer for each status that a refusal can have, and one for unexpected errors. */
export const problemResponses = (): Json => ({
  ...Object.fromEntries(Object.entries(NAMES).map(([status, name]) => [name, responseTo(Number(status))])),
  Unexpected: problemWith(list([...codesOf(421), ...codesOf(500), ...codesOf(503), ...codesOf(507)]), refTo('schemas', 'Problem'), [
    'Idempotency-Key',
  ]),
});

const VALUE: Json = {
  anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'object', required: ['term'], properties: { term: { type: 'string' } } }],
};

/** For screens that show the sentence in their own language. */
const saidBy = (example: MessageCode): Json => ({
  messageCode: { type: 'string', description: 'The message, for a program that says it in words of its own.', examples: [example] },
  values: { ...refTo('schemas', 'MessageValues'), description: 'What the sentence names, by the names in its braces.', examples: [{}] },
});

/** The problem document (RFC 9457) and the closed list of its codes. */
export const problemSchemas = (): Json => ({
  MessageValues: {
    description: 'What a message names: names and ids of records, numbers, words of the program (`{ "term": … }`), or lists of them.',
    type: 'object',
    additionalProperties: {
      anyOf: [VALUE, { type: 'array', items: VALUE }],
    },
    examples: [{ name: 'West 80', status: { term: 'billed' } }],
  },
  ErrorCode: {
    description: `A stable word for programs.\n\n${list(CODES)}`,
    type: 'string',
    enum: CODES,
  },
  Issue: {
    description: 'One thing that is wrong with the input.',
    type: 'object',
    required: ['path', 'message', 'messageCode', 'values'],
    properties: {
      path: {
        type: 'string',
        description: 'Where: names of fields with dots between; empty for the whole body.',
        examples: ['businessName'],
      },
      message: { type: 'string', description: 'A sentence for a person.', examples: ['Business name is required'] },
      ...saidBy('businessNameRequired'),
    },
  },
  Problem: {
    description: 'Why a request was refused (RFC 9457).',
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'messageCode', 'values'],
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        description: '`urn:headland:problem:` and the code.',
        examples: ['urn:headland:problem:invalid_input'],
      },
      title: { type: 'string', description: 'The kind of problem, for a person.', examples: ['Invalid input'] },
      status: { type: 'integer', description: 'The status of the answer.', examples: [400] },
      detail: { type: 'string', description: 'One sentence for a person.', examples: ['Business name is required'] },
      code: { ...refTo('schemas', 'ErrorCode'), description: 'The kind of problem, for a program.', examples: ['invalid_input'] },
      ...saidBy('businessNameRequired'),
      issues: { type: 'array', items: refTo('schemas', 'Issue'), description: 'Of bad input: everything that is wrong with it.' },
      current: { description: 'With `version_mismatch` and `bill_changed`: the record as it is now, as its own GET would answer.' },
    },
  },
});

/** Statuses that only the handler of a call knows about. */
const OWN_STATUSES: Readonly<Record<string, readonly number[]>> = {
  'users.login': [401, 404, 429],
  'users.register': [404, 409, 429],
  'users.confirm': [401, 404, 409, 429],
  'users.forgotPassword': [404, 429],
  'users.resetPassword': [404, 429],
  'users.passkeyOptions': [404, 429],
  'users.passkeyLogin': [401, 404, 429],
  'account.passkeys': [403],
  'account.passkeyOptions': [404],
  'account.addPasskey': [404, 409],
  'account.get': [403],
  'account.sessions': [403],
  'account.events': [403],
  'account.changePassword': [409, 429],
  'confirmations.get': [403],
  'confirmations.ways': [403],
  'confirmations.passkeyOptions': [404],
  'confirmations.confirm': [429],
  'secondSteps.get': [403],
  'secondSteps.begin': [404],
  'secondSteps.add': [429],
  'secondSteps.finish': [429],
  'secondSteps.setUp': [429],
  'secondSteps.setUpPasskeyOptions': [404],
  'secondSteps.setUpPasskey': [404, 409],
  'notices.get': [403],
  'archives.import': [429],
  'devices.heartbeat': [404],
};

const hasParts = ({ path, query, body }: Endpoint): boolean => path.includes(':') || query !== undefined || body !== undefined;
const isForEverybody = ({ capability }: Endpoint): boolean =>
  capability === null || CAPABILITIES[capability].length === ACCESS_LEVELS.length;

const CONDITIONS: Readonly<Record<number, (endpoint: Endpoint) => boolean>> = {
  400: (endpoint) => hasParts(endpoint) || isWrite(endpoint),
  401: ({ scope }) => scope !== 'public',
  403: (endpoint) => endpoint.method !== 'GET' || !isForEverybody(endpoint),
  404: ({ path }) => path.includes(':'),
  409: isWrite,
  412: isChecked,
  413: ({ body }) => body !== undefined,
  415: ({ body }) => body !== undefined && body !== 'bytes',
  416: ({ response }) => response === 'file',
  422: isKeyed,
  429: ({ scope }) => scope !== 'public',
};

/** References to every refusal that the call can answer with. */
export const refusalsOf = (id: string, endpoint: Endpoint): Json => {
  const own = OWN_STATUSES[id] ?? [];
  const statuses = Object.entries(CONDITIONS).filter(([status, applies]) => applies(endpoint) || own.includes(Number(status)));
  return {
    ...Object.fromEntries(statuses.map(([status]) => [status, refTo('responses', NAMES[Number(status)] ?? 'Unexpected')])),
    default: refTo('responses', 'Unexpected'),
  };
};
