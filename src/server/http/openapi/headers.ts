import { type Endpoint, isKeyed } from '#shared/endpoint.ts';
import { type Json, refTo } from '#server/http/openapi/json.ts';
import { ID_SCHEMA } from '#server/http/openapi/schemas.ts';

/** Whether the call writes in a user's name. Even if it needs no `Idempotency-Key`, one that is sent is echoed. */
export const isWrite = ({ method, scope }: Endpoint): boolean => method !== 'GET' && scope !== 'public';

/** Whether the call honors `If-Match`. */
export const isChecked = ({ method, scope }: Endpoint): boolean => scope === 'record' && (method === 'PATCH' || method === 'DELETE');

const header = (name: string, description: string, schema: Json, example: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
  example,
});

const VISIBLE = '^[\\x21-\\x7e]+$';
const KEY = { type: 'string', minLength: 1, maxLength: 200, pattern: VISIBLE };
const WORD = { ...KEY, maxLength: 100 };
const KEY_EXAMPLE = '0197f3a2-5c41-7e90-8a55-2f8f0c6d11aa';

/** Parameters that many calls take. */
export const sharedParameters = (): Json => ({
  orgId: { name: 'orgId', in: 'path', required: true, description: 'The organization.', schema: ID_SCHEMA, example: 3 },
  id: { name: 'id', in: 'path', required: true, description: 'The record.', schema: ID_SCHEMA, example: 17 },
  limit: {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'How many rows a page has. Without it a list answers whole, unless its description says otherwise.',
    schema: { type: 'integer', minimum: 1, maximum: 1000 },
    example: 100,
  },
  cursor: {
    name: 'cursor',
    in: 'query',
    required: false,
    description: 'Where the page begins, from an earlier answer. It means nothing by itself: follow `Link` instead of making one.',
    schema: { type: 'string', maxLength: 100 },
  },
  IdempotencyKey: header(
    'Idempotency-Key',
    'A word of your own for this one write, a UUID for instance. Sent again with the same content it gives the first answer again and writes nothing.',
    KEY,
    KEY_EXAMPLE,
  ),
  IfMatch: header(
    'If-Match',
    'The `ETag` of the record that the change was made from. If the record has changed since, nothing is written and the answer is 412.',
    { type: 'string', pattern: '^(\\*|(W/)?"[1-9][0-9]{0,9}")$' },
    '"4"',
  ),
  OpUser: header(
    'X-Op-User',
    'Id of the user who made the change. If somebody else is signed in, nothing is written and the answer is 409 with `user_mismatch`.',
    WORD,
    '5',
  ),
  ServerEpoch: header(
    'X-Server-Epoch',
    'The epoch of the last answer. If a backup was restored since, nothing is written and the answer is 409 with `epoch_changed`.',
    WORD,
    'f3b1c6a0',
  ),
  Device: header(
    'X-Device',
    'A word for the device on which the change was made; kept beside the key, to find out later where something came from.',
    WORD,
    'cab-tablet-2',
  ),
});

const answerHeader = (description: string, schema: Json, example: string | number | boolean): Json => ({ description, schema, example });

/** Headers of answers, by name. */
export const sharedHeaders = (): Json => ({
  'X-Request-Id': answerHeader(
    'The id of the request in the server’s log. Name it when you ask for help.',
    { type: 'string', format: 'uuid' },
    KEY_EXAMPLE,
  ),
  'X-Server-Epoch': answerHeader(
    'Changes when the server’s data was put back to an earlier state, after which copies of it are to be made anew.',
    { type: 'string', format: 'uuid' },
    '5d0f7c1e-93b2-4f6d-8a10-7c52e4b98d36',
  ),
  'X-Org-Seq': answerHeader(
    'The number of the organization’s last change when this write took effect.',
    { type: 'string', pattern: '^[0-9]+$' },
    '1204',
  ),
  ETag: answerHeader('The record’s version, for `If-Match`; of a file its name, for `If-None-Match`.', { type: 'string' }, '"4"'),
  'Idempotency-Key': answerHeader(
    'The key as it was sent: this answer is the server’s own and not that of some network in between.',
    KEY,
    KEY_EXAMPLE,
  ),
  'Idempotency-Replayed': answerHeader(
    '`true` if this is the first answer given again, and nothing was written.',
    { type: 'string', const: 'true' },
    'true',
  ),
  Link: answerHeader(
    'The next page, if there is one (RFC 8288).',
    { type: 'string' },
    '</api/organizations/3/job-entries?limit=100&cursor=2025-06-14_41>; rel="next"',
  ),
  'Retry-After': answerHeader('Seconds after which another try may succeed.', { type: 'integer', minimum: 1 }, 900),
  'Accept-Ranges': answerHeader('`bytes`: a part of the file can be asked for with `Range`.', { type: 'string', const: 'bytes' }, 'bytes'),
  'Content-Range': answerHeader('Which bytes these are.', { type: 'string' }, 'bytes 0-1023/482113'),
});

/** References to the headers that a request of this call may have. */
export const requestHeadersOf = (endpoint: Endpoint): Json[] => {
  const names = [
    ...(isWrite(endpoint) ? ['IdempotencyKey'] : []),
    ...(isChecked(endpoint) ? ['IfMatch'] : []),
    ...(isWrite(endpoint) ? ['OpUser', 'ServerEpoch', 'Device'] : []),
  ];
  return names.map((name) => refTo('parameters', name));
};

/** What only the schemas of a call show. */
export interface Traits {
  /** Answers with a record that has a version. */
  readonly isVersioned: boolean;
  /** Answers with a list that can be paged. */
  readonly isPaged: boolean;
}

/** References to the headers of a successful answer. */
export const answerHeadersOf = (endpoint: Endpoint, { isVersioned, isPaged }: Traits): Json => {
  const names = [
    'X-Request-Id',
    'X-Server-Epoch',
    ...(isKeyed(endpoint) ? ['X-Org-Seq'] : []),
    ...(isVersioned ? ['ETag'] : []),
    ...(isWrite(endpoint) ? ['Idempotency-Key'] : []),
    ...(isKeyed(endpoint) ? ['Idempotency-Replayed'] : []),
    ...(isPaged ? ['Link'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
};
