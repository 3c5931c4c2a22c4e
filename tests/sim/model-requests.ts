import { labelOf } from '#shared/kinds/registry.ts';
import { kindOfCollection, pathOf } from '#shared/kinds/spellings.ts';
import type * as z from 'zod/mini';
import { type Collection, COLLECTIONS } from '#shared/domain/changes.ts';
import { customerInput, customerPatch } from '#shared/domain/customer.ts';
import { awaitingEntryInput, jobEntryPatch } from '#shared/domain/job-entry.ts';
import { dayOffInput, dayOffPatch } from '#shared/domain/day-off.ts';
import { jobInput, jobPatch } from '#shared/domain/job.ts';
import { runInput, runPatch } from '#shared/domain/run.ts';
import { AppError, ERROR_STATUS, invalid, refusal, refusalMessage } from '#shared/lib/errors.ts';
import { LARGEST_ID } from '#shared/lib/largest-id.ts';
import { issuesOf } from '#shared/messages/issues.ts';
import type { TermWord } from '#shared/messages/terms.ts';
import type { Answer, WireRequest } from '#client/offline/engine/ports.ts';
import { answered, findStored, mayWrite } from '#tests/sim/model-records.ts';
import type { Member, ModelOrg } from '#tests/sim/model-state.ts';

export type Json = Readonly<Record<string, unknown>>;
export type ModelAnswer = Extract<Answer, { kind: 'answer' }>;

export interface Person {
  readonly id: number;
  readonly email: string;
}

/** A request while it is answered. */
export interface Asked {
  readonly request: WireRequest;
  readonly person: Person;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Record<string, string>;
}

export interface Within extends Asked {
  readonly org: ModelOrg;
  readonly member: Member;
}

/** What each collection is called in addresses. */
export const RESOURCES: Readonly<Record<string, Collection>> = Object.fromEntries(
  COLLECTIONS.map((collection) => [pathOf(kindOfCollection(collection)), collection]),
);

export const INPUT = { customers: customerInput, daysOff: dayOffInput, jobs: jobInput, runs: runInput, jobEntries: awaitingEntryInput };
export const PATCH = { customers: customerPatch, daysOff: dayOffPatch, jobs: jobPatch, runs: runPatch, jobEntries: jobEntryPatch };

export type Writable = keyof typeof INPUT;
export const isWritable = (collection: Collection): collection is Writable => Object.hasOwn(INPUT, collection);

/** A refusal in the words of the real server. */
export const problem = (error: AppError, headers: Record<string, string>): ModelAnswer => ({
  kind: 'answer',
  status: ERROR_STATUS[error.code],
  isJson: true,
  headers: { ...headers, 'content-type': 'application/problem+json; charset=utf-8' },
  json: {
    type: `urn:headland:problem:${error.code}`,
    status: ERROR_STATUS[error.code],
    detail: error.message,
    messageCode: error.messageCode,
    values: error.values,
    code: error.code,
    ...(error.issues ? { issues: error.issues } : {}),
    ...(error.current === undefined ? {} : { current: error.current }),
  },
});

export const notFound = (): AppError => refusal('not_found', 'nothingHere');

export const idIn = (text: string | undefined): number => {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : Number.POSITIVE_INFINITY;
  if (id > LARGEST_ID) {
    throw invalid('id', 'mustBePositiveIntegerBelow', { limit: 2_147_483_648 });
  }
  return id;
};

export const parseBody = (schema: z.ZodMiniType, body: unknown): Json => {
  const result = schema.safeParse(body ?? {});
  if (!result.success) {
    const issues = issuesOf(result.error.issues);
    throw new AppError('invalid_input', issues[0] ?? refusalMessage('invalidInput'), { issues });
  }
  return result.data as Json;
};

export const readJson = (request: WireRequest): unknown => {
  if (request.body === undefined) {
    return undefined;
  }
  try {
    return typeof request.body === 'string' ? JSON.parse(request.body) : undefined;
  } catch {
    throw refusal('malformed', 'bodyNotJson');
  }
};

/** A header, whatever the case of its name. */
export const headerOf = ({ headers }: WireRequest, name: string): string | undefined => headers[name.toLowerCase()] ?? headers[name];

/** Checks that the signed-in user and the epoch are those that the request was made for. */
export const requireExpected = (request: WireRequest, person: Person, epoch: number): void => {
  const userId = headerOf(request, 'X-Op-User');
  if (userId !== undefined && userId !== String(person.id)) {
    throw refusal('user_mismatch', 'otherUserSignedIn');
  }
  const known = headerOf(request, 'X-Server-Epoch');
  if (known !== undefined && known !== String(epoch)) {
    throw refusal('epoch_changed', 'epochChanged');
  }
};

export const requireMay = ({ level }: Member, collection: Writable, operation: 'create' | 'update' | 'remove'): void => {
  if (!mayWrite(level, collection, operation)) {
    throw refusal('forbidden', 'accessLevelTooLow');
  }
};

/** An organization as one of its members sees it. */
export const organizationFor = ({ id, row, members, changes }: ModelOrg, userId: number): Json => {
  const member = members.get(userId);
  const hasBilled = changes.some(({ collection }) => collection === null);
  return { ...row, id, isGuideHidden: row['isGuideHidden'] === true || hasBilled, role: member?.level, employeeId: member?.employeeId };
};

export const ok = ({ headers }: Pick<Asked, 'headers'>, status: number, json: unknown): ModelAnswer => {
  const version: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'version') : undefined;
  const etag = typeof version === 'number' && headers['etag'] === undefined ? { etag: `"${version}"` } : {};
  return { kind: 'answer', status, json, isJson: true, headers: { ...headers, ...etag } };
};

/** Checks that the caller is a member; others are told that there is nothing. */
export const withinOf = (asked: Asked, org: ModelOrg | undefined, what: TermWord): Within => {
  const member = org?.members.get(asked.person.id);
  if (!org || !member) {
    throw refusal('not_found', 'notFound', { what: { term: what } });
  }
  return { ...asked, org, member };
};

/** Checks that the record still has the version that the request is about. */
export const requireVersion = ({ request, org }: Within, collection: Writable, id: number): void => {
  const { row } = findStored(org, collection, id);
  const expected = headerOf(request, 'If-Match');
  if (expected !== undefined && expected !== '*' && expected.replaceAll(/W\/|"/g, '') !== String(row.version)) {
    const message = refusalMessage('changedMeanwhile', { what: { term: labelOf(kindOfCollection(collection)) } });
    throw new AppError('version_mismatch', message, { current: answered(org, collection, row) });
  }
};
