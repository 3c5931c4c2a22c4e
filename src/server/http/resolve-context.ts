import { labelOf } from '#shared/kinds/registry.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { can } from '#shared/access/capabilities.ts';
import { type AccessLevel, lowerLevel } from '#shared/access/roles.ts';
import { isAskedForSecondStep } from '#shared/domain/second-step.ts';
import { type Endpoint, isKeyed, jsonAnswerOf } from '#shared/endpoint.ts';
import { AppError, refusal } from '#shared/lib/errors.ts';
import { identifyByApiKey } from '#server/auth/api-keys.ts';
import { createGuessing } from '#server/auth/guessing.ts';
import type { Tally } from '#server/auth/tally.ts';
import { isConfirmedAt, requireConfirmed } from '#server/auth/confirmed.ts';
import type { Recalled, Sessions } from '#server/auth/sessions.ts';
import type { AttemptLimits } from '#server/ports/limits.ts';
import type { Context, KnownInstallation, PublicContext, UserContext } from '#server/context.ts';
import type { Credential } from '#server/ports/session.ts';
import type { LiveNumbers } from '#server/ports/live.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import type { SignInWays } from '#server/ports/identity.ts';
import type { Caller, CallerKey, Target } from '#server/data/request-identity.ts';
import { noteSeen } from '#server/data/member-times.ts';
import { type Database, EpochMoved } from '#server/db/database.ts';
import type { Journal } from '#server/db/journal.ts';
import { type WriteHeaders, writeHeaders } from '#server/http/request-headers.ts';
import { requestLanguage } from '#server/http/request-language.ts';
import type { DeviceCookie } from '#server/http/device-cookie.ts';
import { nameEpoch } from '#server/http/epoch-header.ts';
import type { AfterResponse } from '#server/http/after-response.ts';
import type { SessionCookie } from '#server/http/session-cookie.ts';
import { PUBLIC_BODY_BYTES } from '#server/work/bounds.ts';
import { originOf, sessionControl, userAgentOf } from '#server/http/session-control.ts';

export interface ContextDeps {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly deviceCookie: DeviceCookie;
  readonly afterResponse: AfterResponse;
  readonly photos: PhotoStore;
  readonly scratchFolder: string;
  readonly live: LiveNumbers;
  readonly installation: KnownInstallation;
  readonly noteAhead: (organizationId: number) => void;
  readonly ways: SignInWays;
  /** The base address of mailed links; null: no mail. */
  readonly mailOrigin: () => string | null;
  /** Null: whatever address the browser used. */
  readonly publicUrl: string | null;
  readonly now: () => Date;
  readonly limits: AttemptLimits;
  /** Counts requests and writes. */
  readonly tally: Tally;
}

type AddedLater = 'db' | 'session' | 'journal' | 'epoch';
/** A request's context besides its parts; database and journal are added when the work begins. */
export type Resolved = (Omit<Context, AddedLater> | Omit<UserContext, AddedLater> | Omit<PublicContext, AddedLater>) & {
  readonly headers: WriteHeaders;
  /** The epoch of the database in which the caller was authenticated; null: nobody was. */
  readonly epoch: string | null;
  /** The caller was not asked for but recalled: nothing may be answered or kept before they are confirmed. Null: asked for, or nobody. */
  readonly recalled: Recalled | null;
};

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type IdentifiedCaller = Caller & {
  readonly key: (CallerKey & { readonly organizationId: number }) | null;
  readonly credential: Credential;
};
type Params = Readonly<Record<string, string | number>>;

const foreign = (endpoint: Endpoint): AppError =>
  refusal('not_found', 'notFound', { what: { term: endpoint.scope === 'record' ? labelOf(endpoint.entity) : 'Organization' } });

const targetOf = (endpoint: Endpoint, params: Params): Target => {
  if (endpoint.scope === 'record') {
    return { kind: 'record', entity: endpoint.entity, id: Number(params['id']) };
  }
  return endpoint.scope === 'organization' ? { kind: 'organization', id: Number(params['orgId']) } : { kind: 'none' };
};

/**
 * Why a token is invalid. A session that was ended on purpose, or with the account, makes its device delete what it stores (decision 0041).
 */
const refuse = async ({ db, sessions, cookie }: ContextDeps, token: string | undefined, reply: FastifyReply): Promise<AppError> => {
  if (token === undefined || !(await sessions.wasEnded(db, token))) {
    return refusal('unauthenticated', 'signInFirst');
  }
  cookie.markLeft(reply);
  return refusal('session_ended', 'sessionEnded');
};

const API_KEY = /^Bearer (headland_\S+)$/i;

const bySession = (caller: Recalled['caller']): IdentifiedCaller => ({
  ...caller,
  key: null,
  credential: { kind: 'session', tokenHash: caller.tokenHash },
});

const identify = async (deps: ContextDeps, { request, reply }: Exchange, target: Target): Promise<IdentifiedCaller> => {
  const secret = API_KEY.exec(request.headers.authorization ?? '')?.[1];
  if (secret !== undefined) {
    const caller = await identifyByApiKey(deps.db, secret, target, deps.now());
    if (!caller) {
      throw refusal('unauthenticated', 'keyUnknown');
    }
    return { ...caller, credential: { kind: 'key', organizationId: caller.key.organizationId, id: caller.key.id } };
  }
  const token = deps.cookie.read(request);
  const caller = token === undefined ? undefined : await deps.sessions.identify(deps.db, token, target);
  if (!caller) {
    throw await refuse(deps, token, reply);
  }
  return bySession(caller);
};

/**
 * Whether the caller may be recalled: only where nothing is done or sent before the message that confirms them. Files and events begin to
 * leave earlier, a long body would be read to its end, and for sensitive calls the database is asked first.
 */
const isForRecalled = (endpoint: Endpoint, { headers }: FastifyRequest): boolean =>
  (endpoint.method === 'GET' ? jsonAnswerOf(endpoint) !== undefined : isKeyed(endpoint)) &&
  endpoint.isSensitive === undefined &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) <= PUBLIC_BODY_BYTES;

const unlessRefused = (error: unknown): undefined => {
  if (!(error instanceof AppError || error instanceof EpochMoved)) {
    throw error;
  }
};

const recall = (deps: ContextDeps, request: FastifyRequest, endpoint: Endpoint, target: Target): Recalled | undefined => {
  const token = deps.cookie.read(request);
  return token === undefined || API_KEY.test(request.headers.authorization ?? '') || !isForRecalled(endpoint, request)
    ? undefined
    : deps.sessions.recall(deps.db, token, target);
};

/** A cookie can change under a running tab: what one person queued must not be written in another's name (specification 2.6). */
const requireExpectedUser = (caller: Caller, headers: WriteHeaders): void => {
  if (headers.userId !== null && headers.userId !== String(caller.user.id)) {
    throw refusal('user_mismatch', 'otherUserSignedIn');
  }
};

/** What a restored backup has lost is resent before anything newer, or an entry would come after the closing of its job. */
const requireKnownEpoch = (caller: Caller, { epoch }: WriteHeaders): void => {
  if (epoch !== null && epoch !== caller.epoch) {
    throw new EpochMoved(caller.epoch);
  }
};

const requireWritingKey = (endpoint: Endpoint, { key }: IdentifiedCaller): void => {
  if (key !== null && endpoint.method !== 'GET' && (key.isReadOnly || endpoint.scope === 'user')) {
    throw refusal('forbidden', key.isReadOnly ? 'keyReadsOnly' : 'keyNotAllowed');
  }
};

/** A 401 like an ended session: what waits on a device keeps waiting, and signing in again is all there is to do. */
const requireStrength = ({ requiresSecondStep, session }: Caller, level: AccessLevel): void => {
  if (requiresSecondStep && session?.isStrong === false && isAskedForSecondStep(level)) {
    throw refusal('second_step_needed', 'signInWithSecondStep');
  }
};

const requireConfirmationFor = ({ isSensitive }: Endpoint, ctx: Pick<UserContext, 'isConfirmed'>): void => {
  if (isSensitive === true) {
    requireConfirmed(ctx);
  }
};

/** Refuses a member what their level does not allow, or what their session has to be confirmed for. */
export const requireAllowed = (endpoint: Endpoint, member: Pick<Context, 'isConfirmed' | 'level'>): void => {
  if (endpoint.scope !== 'public' && endpoint.scope !== 'user' && !can(member.level, endpoint.capability)) {
    throw refusal('forbidden', 'accessLevelTooLow');
  }
  requireConfirmationFor(endpoint, member);
};

const partyOf = ({ user, apiKey }: Pick<UserContext, 'user' | 'apiKey'>): string =>
  apiKey === null ? `${user.id}` : `key ${apiKey.organizationId}/${apiKey.id}`;

/** Counts a write that came together with others as if it had come alone. */
export const countWrite = (tally: Tally, endpoint: Endpoint, member: Pick<Context, 'user' | 'apiKey' | 'orgId'>): void => {
  tally.count(endpoint, partyOf(member));
  tally.countOf(endpoint, member.orgId);
};

/**
 * Authenticates the caller and finds the organization, or refuses. The order matters for security: who you are, before what exists, before
 * what you may. A record that is missing and one of another organization answer alike (specification 9.4).
 */
export const createResolver = (deps: ContextDeps) => {
  const guessing = createGuessing(deps.db, deps.now);
  const { limits, tally } = deps;
  return async (exchange: Exchange, endpoint: Endpoint, params: Params, isAgain = false): Promise<Resolved> => {
    const { request } = exchange;
    const headers = writeHeaders(request);
    const basic = {
      now: deps.now,
      photos: deps.photos,
      scratchFolder: deps.scratchFolder,
      live: deps.live,
      installation: deps.installation,
      noteAhead: deps.noteAhead,
      limits,
      guessing,
      afterResponse: (work: (db: Database) => Promise<void>) => deps.afterResponse(request, work),
      clientAddress: request.ip,
      userAgent: userAgentOf(request),
      ways: deps.ways,
      mailOrigin: deps.mailOrigin(),
      origin: originOf(deps, request),
      language: requestLanguage(request.headers['accept-language']),
      headers,
    };
    if (endpoint.scope === 'public') {
      // Without an epoch: the client stores nothing of it, and looking it up would cost a statement.
      return { ...basic, epoch: null, recalled: null };
    }
    const isCounted = { ofAccount: isAgain, ofOrganization: isAgain };
    const judge = async (caller: IdentifiedCaller, recalled: Recalled | null): Promise<Resolved> => {
      nameEpoch(exchange.reply, caller.epoch);
      requireExpectedUser(caller, headers);
      requireKnownEpoch(caller, headers);
      const apiKey = caller.key === null ? null : { id: caller.key.id, organizationId: caller.key.organizationId };
      if (!isCounted.ofAccount) {
        tally.count(endpoint, partyOf({ user: caller.user, apiKey }));
        isCounted.ofAccount = true;
      }
      const isStrong = caller.session?.isStrong ?? true;
      const isConfirmed = caller.session === null || isConfirmedAt(caller.session, deps.now());
      const { epoch, user, credential } = caller;
      const known = { ...basic, epoch, recalled, user, apiKey, credential, isStrong, isConfirmed };
      if (endpoint.scope === 'user') {
        requireWritingKey(endpoint, caller);
        requireConfirmationFor(endpoint, known);
        return known;
      }
      const { orgId, membership } = caller;
      const isElsewhere = params['orgId'] !== undefined && params['orgId'] !== orgId;
      // A write that is sent again may be about a record that has been deleted, perhaps by that very write: it is let through to its first
      // answer.
      const isGone = caller.isDeleted && (endpoint.method === 'GET' || headers.key === null);
      if (orgId === null || !membership || isElsewhere || isGone || (apiKey !== null && apiKey.organizationId !== orgId)) {
        throw foreign(endpoint);
      }
      if (!isCounted.ofOrganization) {
        tally.countOf(endpoint, orgId);
        isCounted.ofOrganization = true;
      }
      requireStrength(caller, membership.level);
      if (caller.key === null) {
        await noteSeen(deps.db, { organizationId: orgId, userId: caller.user.id, seenAt: caller.seenAt }, deps.now());
      }
      const level = caller.key === null ? membership.level : lowerLevel(membership.level, caller.key.accessLevel);
      requireWritingKey(endpoint, caller);
      requireAllowed(endpoint, { ...known, level });
      return { ...known, orgId, employeeId: membership.employeeId, level, timeZone: caller.timeZone };
    };
    const target = targetOf(endpoint, params);
    const recalled = isAgain ? undefined : recall(deps, request, endpoint, target);
    // Nobody is refused for what is only remembered.
    const resolved = recalled && (await judge(bySession(recalled.caller), recalled).catch(unlessRefused));
    return resolved ?? judge(await identify(deps, exchange, target), null);
  };
};

/** Adds the database to work on, the journal of its changes and the browser's session. */
export const withDatabase = (
  deps: ContextDeps,
  resolved: Resolved,
  { db, journal }: { db: Database; journal: Journal },
  { request, reply }: Exchange,
) => ({
  ...resolved,
  db,
  journal,
  session: sessionControl(deps, db, { request, reply }),
});
