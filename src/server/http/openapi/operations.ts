import { CAPABILITIES } from '#shared/access/capabilities.ts';
import { ACCESS_LEVELS } from '#shared/access/roles.ts';
import { type Contract, contract } from '#shared/contract.ts';
import { addressesOf, type Endpoint, jsonAnswerOf, statusOf } from '#shared/endpoint.ts';
import { answerHeadersOf, requestHeadersOf } from '#server/http/openapi/headers.ts';
import { GROUPS } from '#server/http/openapi/introduction.ts';
import { isJson, type Json, refTo } from '#server/http/openapi/json.ts';
import { refusalsOf } from '#server/http/openapi/refusals.ts';
import { QUERY_WORDS } from '#server/http/openapi/parameter-words.ts';
import type { SchemaBook } from '#server/http/openapi/schemas.ts';

/** Text parameters of addresses, and those of a single call. */
const PATH_WORDS: Readonly<Record<string, readonly [description: string, schema: Json, example: string]>> = {
  name: ['The file’s name, as entries and attachments tell it.', { type: 'string', maxLength: 300 }, `${'3b'.repeat(32)}.jpg`],
  sha256: ['SHA-256 of the file’s bytes, in hex.', { type: 'string', pattern: '^[0-9a-f]{64}$' }, '3b'.repeat(32)],
};

const QUERY_SCHEMAS: Readonly<Record<string, Json>> = {
  from: { type: 'string', format: 'date' },
  to: { type: 'string', format: 'date' },
  year: { type: 'integer', minimum: 1000, maximum: 9999 },
};

/** What the schemas do not say about single calls. */
const REMARKS: Readonly<Record<string, string>> = {
  'seasonRepeats.make': 'All of them or none. A job that repeats the same one in the same season already is not made again.',
  'users.login':
    'Sets the session cookie. Ten wrong tries for an account within 15 minutes, or a hundred from an address, and no more are taken for a while.',
  'users.confirm': 'Takes the token of the mailed link and the password that was chosen. Sets the session cookie.',
  'users.forgotPassword': 'The answer is the same whether there is an account or not: the mail tells.',
  'users.resetPassword': 'Every other session of the account ends, and its passkeys. Sets the session cookie.',
  'account.changePassword': 'Tries count as sign-ins do. An account of the identity provider has no password: 409.',
  'account.remove':
    'Ends every membership, session and key of the account. What was recorded stays with its organization. 409 for the owner of an organization.',
  'account.stay': 'An organization of which one is no member changes nothing.',
  'account.confirmEmail': 'The link takes the password of the account. 409 where no mail is sent, or the e-mail is confirmed already.',
  'account.endSession': 'Sent again it does no harm, so it needs no key; an id that is nobody’s, or somebody else’s, ends nothing.',
  'employees.update': 'Handing over the ownership is sensitive, the rest is not.',
  'secondSteps.begin': 'Nothing is asked for before `POST /api/account/second-step` has a right code of the app.',
  'secondSteps.finish':
    'A code is used once; a recovery code does as well. Five wrong ones, and no more are taken for 15 minutes. Sets the session cookie.',
  'secondSteps.require':
    'Whoever asks for it has to have signed in with one: 409. Sessions of owner and admins that began without are refused with 401.',
  'confirmations.confirm': 'With `password`, and `code` where codes of an app are asked for; or with `token` and `response` of a passkey.',
  'organizations.leave': 'Ends one’s own access; the employee and what he logged stay. The owner is answered 409.',
  'invitations.create':
    'With `employeeId` the link is for that employee, by their name and e-mail, whatever the body says; a level of the body becomes theirs, without one they keep it; nothing is mailed, and an open link for the same employee is revoked. 409 if they have joined already.',
  'invitations.mail':
    'The token is kept nowhere, so whoever asks sends it. `isMailed` is false when too many mails went out lately. 409 where this installation sends no mail, or the invitation names no e-mail or is not open.',
  'invitations.look': 'Needs no session: whoever has the link sees what it is to.',
  'invitations.accept':
    'One transaction: the employee whom the link is for gets the account; for another link the employee with the account’s e-mail is completed, or one is made. 409 if the invitation was used, withdrawn or is out of date, 403 if it names another e-mail than the account’s verified one. A member gets his organization, and uses nothing up.',
  'jobs.update': 'Setting `billed`, and every step backwards, needs the capability `jobs:bill`.',
  'jobEntries.update':
    'One’s own entries; those of others, and entries of completed jobs, need the capability `jobEntries:writeOfOthers`. On billed jobs nobody.',
  'auditLogs.undo': 'Takes the id of the deletion’s item. Only people who can delete such a record can restore it.',
  'jobEntries.remove': 'As for changes: of billed jobs nobody.',
  'reports.get': 'Sums are exact. An entry with several machines or operators is in full in the group of each; the totals count it once.',
  'reports.money':
    'Revenue is the net amount of live billing records, on the day of the work, shared out among entries and machines to the cent. Costs are of the entries on these bills; what a rate is missing for is null, never zero.',
  'reports.fuel': 'The two parts are null for those who may not see rates.',
  'jobEntries.photo': 'Takes `Range`. Pictures are shown by a browser, everything else is downloaded. The bytes of a name never change.',
  'devices.heartbeat':
    'Sent again it does no harm, so it needs no key: the device’s last word counts. Whoever is no member of the organization is answered 404.',
  'devices.putAwayLoss':
    'Of one’s own devices; of those of others whoever sees them, for all others there are none: 404. Put away again it stays as it is.',
  'live.events':
    'Events `seq`, one for each organization at once and one whenever its number has grown: `data: {"organizationId":3,"seq":1204}`. What changed, `GET /api/organizations/{orgId}/changes` tells. Comments keep the connection open; when it ends, open it again.',
  'archives.export': 'A zip, made while it is sent. The audit log tells that it was taken.',
  'archives.import':
    'Ids are given anew, everywhere. Everything is checked first; of what is damaged nothing is made. The other people get access when they sign in with the e-mail that they had.',
  'archives.requestDeletion': 'Asked for twice, the first day stays. Meanwhile no API key opens the organization.',
  'archives.cancelDeletion': 'Does nothing where nothing is to be deleted.',
  'bankStatements.read':
    'Takes the bytes of the file. Sent again it adds nothing, so it needs no key: every payment is kept once, whichever files it is in.',
  'imports.read':
    'Takes the bytes of the file. Who may import a kind is who may write its records; for past work, who bills jobs. Sent again, the same file is answered with the import that there is.',
  'imports.run':
    'Sent again it does no harm: every row is written once. 409 while another import of the kind runs. Rows that a rule refuses meanwhile are refused, and the others go on.',
  'imports.undo': 'Needs the capability to delete records of the kind. All of it is one transaction.',
  'samples.create':
    'Made once for an account: asked again, the one that is there is the answer. It counts towards no limit of organizations, mails nothing, and nobody can be invited to it.',
  'samples.remove': '409 where the organization is no sample company.',
  'billPreviews.ofDraft': 'Says PREVIEW in place of the number, and its code cannot be paid by. Nothing is kept of it.',
  'billPreviews.ofJobs':
    'At most 200 jobs of one customer, none of them billed: 400, 409. What a draft of just these jobs adds is on it. Nothing is kept of it.',
  'billPreviews.ofCredit': 'Refused as the credit note itself would be: 400, 409. It takes no number, and nothing is kept of it.',
  'billPreviews.ofDeposit': 'Refused as the deposit itself would be: 400, 409. It takes no number, and nothing is kept of it.',
  'billingRecords.create': 'With `mail` its mails are queued in the same transaction: if they are refused (409, 429), nothing is issued.',
  'invoiceExports.document':
    'The audit log tells that it was taken. E-invoices (`xrechnung`, `facturx`, `ubl`, `cii`) take a country that is not set from the last line of an address, or from the VAT number; 409 says what is missing.',
  'invoiceExports.export':
    'Oldest first, at most 2000. The audit log tells that they were taken. For DATEV: 400 without `consultant` and `client`, 409 for bills of two years, other currencies or other rates than Germany has.',
  'paymentStatuses.mail':
    'Goes out soon after the answer, with answers to the e-mail of whoever sends it. 409 where this installation sends no mail, 429 after too many. If no mail server takes it, an event `undelivered` follows.',
  'paymentStatuses.pay': 'Parts add up, to no more than the bill: 400. A record that was taken back cannot be paid: 409.',
  'paymentStatuses.correct': 'By an event of the opposite amount. 409 if it was taken back already.',
  'attachments.put': 'The hash of the bytes must be the one in the address.',
};

/** Calls that answer with a second status when there was nothing to do. */
const ALSO: Readonly<Record<string, readonly [status: number, description: string]>> = {
  'imports.read': [200, 'Just this file was read before, and not undone: the import as it stands.'],
  'samples.create': [200, 'The caller has one already.'],
  'attachments.put': [200, 'The organization held it already.'],
};

/** What is left to do when a call answers with 202; a new one needs its line here. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'users.register':
    'Where mail is sent: nobody is signed in yet, a link was mailed. The answer is the same for an e-mail that has an account.',
  'users.login': 'The password is right, and a second step is left: the session begins with it.',
  'users.resetPassword': 'The password is chosen, and a second step is left: the session begins with it.',
  'users.logout': 'Signed out here. The identity provider’s own session ends when a browser goes to `continueAt`.',
};

const pathParameters = (address: string): Json[] =>
  [...address.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const [description, schema, example] = PATH_WORDS[name] ?? [];
    return schema === undefined ? refTo('parameters', name) : { name, in: 'path', required: true, description, schema, example };
  });

const queryParameters = (book: SchemaBook, { query }: Endpoint): Json[] => {
  const { properties, required } = query ? book.describe(query, 'input') : {};
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return Object.entries(isJson(properties) ? properties : {}).map(([name, schema]) => {
    if (name === 'limit' || name === 'cursor') {
      return refTo('parameters', name);
    }
    return { name, in: 'query', required: isRequired(name), description: QUERY_WORDS[name], schema: QUERY_SCHEMAS[name] ?? schema };
  });
};

const BYTES: Json = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

const requestBodyOf = (book: SchemaBook, { body }: Endpoint): Json => {
  if (body === undefined) {
    return {};
  }
  const content = body === 'bytes' ? BYTES : { 'application/json': { schema: book.describe(body, 'input') } };
  return { requestBody: { required: true, content } };
};

const nameIn = (schema: unknown): string =>
  isJson(schema) && typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/components/schemas/', '') : '';

const describeAnswer = ({ method }: Endpoint, schema: Json | undefined): string => {
  if (schema === undefined) {
    return 'Done.';
  }
  if (schema['type'] === 'array') {
    return 'The list, or a page of it.';
  }
  return method === 'GET' ? 'What was asked for.' : 'As it is now.';
};

const FILE_HEADERS: Json = Object.fromEntries(
  ['X-Request-Id', 'X-Server-Epoch', 'ETag', 'Accept-Ranges'].map((name) => [name, refTo('headers', name)]),
);

const fileAnswers = (): Json => ({
  200: { description: 'The bytes of the file; its type is what they show.', headers: FILE_HEADERS, content: BYTES },
  206: {
    description: 'The bytes that `Range` asked for.',
    headers: { ...FILE_HEADERS, 'Content-Range': refTo('headers', 'Content-Range') },
    content: BYTES,
  },
  304: { description: 'What `If-None-Match` names is still right.' },
});

const eventAnswers = (): Json => ({
  200: {
    description: 'Server-sent events, without an end.',
    headers: Object.fromEntries(['X-Request-Id', 'X-Server-Epoch'].map((name) => [name, refTo('headers', name)])),
    content: {
      'text/event-stream': { schema: { type: 'string' }, example: 'event: seq\ndata: {"organizationId":3,"seq":1204}\n\n' },
    },
  },
});

const acceptedAnswer = (book: SchemaBook, id: string, endpoint: Endpoint): Json => {
  if (endpoint.accepted === undefined) {
    return {};
  }
  const content = { 'application/json': { schema: book.describe(endpoint.accepted, 'output') } };
  const headers = answerHeadersOf(endpoint, { isVersioned: false, isPaged: false });
  return { 202: { description: ACCEPTED[id], headers, content } };
};

const answersOf = (book: SchemaBook, id: string, endpoint: Endpoint, isPaged: boolean): Json => {
  const { response } = endpoint;
  if (response === 'file') {
    return fileAnswers();
  }
  if (response === 'events') {
    return eventAnswers();
  }
  const json = jsonAnswerOf(endpoint);
  const schema = json && book.describe(json, 'output');
  const isVersioned = isJson(schema) && book.hasField(nameIn(schema), 'version');
  const headers = answerHeadersOf(endpoint, { isVersioned, isPaged: isPaged && schema?.['type'] === 'array' });
  const content = schema === undefined ? {} : { content: { 'application/json': { schema } } };
  const answer = { description: describeAnswer(endpoint, schema), headers, ...content };
  const [status, description] = ALSO[id] ?? [];
  return {
    [statusOf(endpoint)]: answer,
    ...(status === undefined ? {} : { [status]: { ...answer, description } }),
    ...acceptedAnswer(book, id, endpoint),
  };
};

const whoMay = ({ scope, capability }: Endpoint): string => {
  if (capability === null) {
    return scope === 'public' ? 'For anybody.' : 'For everybody who is signed in.';
  }
  const levels = CAPABILITIES[capability];
  return levels.length === ACCESS_LEVELS.length
    ? 'For every member of the organization.'
    : `For members with the access level ${levels.join(', ')}.`;
};

const asksAgain = ({ isSensitive }: Endpoint): string[] =>
  isSensitive === undefined ? [] : [`${isSensitive === true ? 'Sensitive' : 'Sensitive in part'}: a session is asked again who it is.`];

const securityOf = ({ scope, method }: Endpoint): Json => {
  if (scope === 'public') {
    return { security: [] };
  }
  // What an account does outside of any organization is not for programs.
  return scope === 'user' && method !== 'GET' ? { security: [{ session: [] }] } : {};
};

const suffixOf = (address: string, isFirst: boolean): string => {
  if (isFirst) {
    return '';
  }
  return address.startsWith('/api/organizations/') ? '.inOrganization' : '.alias';
};

const operationOf = (book: SchemaBook, id: string, endpoint: Endpoint, address: string): Json => {
  const isFirst = address === endpoint.path;
  const query = queryParameters(book, endpoint);
  const isPaged = query.some(({ $ref }) => $ref === refTo('parameters', 'cursor').$ref);
  const same = isFirst ? [] : [`The same call as \`${id}\`.`];
  return {
    operationId: id + suffixOf(address, isFirst),
    summary: endpoint.summary,
    description: [whoMay(endpoint), ...asksAgain(endpoint), ...(REMARKS[id] === undefined ? [] : [REMARKS[id]]), ...same].join(' '),
    tags: [titleOf(id)],
    ...(endpoint.capability === null ? {} : { 'x-capability': endpoint.capability }),
    ...(endpoint.isSensitive === undefined ? {} : { 'x-sensitive': endpoint.isSensitive }),
    ...securityOf(endpoint),
    parameters: [...pathParameters(address), ...query, ...requestHeadersOf(endpoint)],
    ...requestBodyOf(book, endpoint),
    responses: { ...answersOf(book, id, endpoint, isPaged), ...refusalsOf(id, endpoint) },
  };
};

const titleOf = (id: string): string => GROUPS[id.split('.')[0] as keyof Contract][0];

/** Every call at every address, as the document's `paths`. */
export const describePaths = (book: SchemaBook): Json => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      for (const address of addressesOf(endpoint)) {
        const path = address.replace(/:(\w+)/g, '{$1}');
        paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(book, `${group}.${name}`, endpoint, address) };
      }
    }
  }
  return paths;
};
