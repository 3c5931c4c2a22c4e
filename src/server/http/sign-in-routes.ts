import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SecondStepAsked } from '#shared/domain/second-step-asked.ts';
import { refusal } from '#shared/lib/errors.ts';
import { networkOf } from '#server/auth/network-of.ts';
import { keepOneTime, newToken, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { safeReturnPath } from '#server/auth/return-path.ts';
import { accountOfIdentity } from '#server/commands/account-of-identity.ts';
import { beginSession } from '#server/commands/begin-session.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import { noteSignIn } from '#server/commands/note-sign-in.ts';
import { requestLanguage } from '#server/http/request-language.ts';
import { confirmByProvider } from '#server/commands/confirm-by-provider.ts';
import { type Provider, ProviderProblem } from '#server/ports/identity.ts';
import { findStanding } from '#server/data/second-steps.ts';
import type { ContextDeps } from '#server/http/resolve-context.ts';
import { originOf, sessionControl, userAgentOf } from '#server/http/session-control.ts';

/** Where the identity provider sends browsers back to; it has to be registered there. */
export const CALLBACK = '/api/login/callback';

const FLOW_SECONDS = 600;

interface SignInDeps extends ContextDeps {
  /** Whether the built web app, and with it the sign-in page, is served from here. */
  readonly hasPage: boolean;
  /** Whether browsers come over TLS. */
  readonly isSecure: boolean;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Purposes of the page for visitors who are signed in or not: a mailed link, a required second step, or a successful confirmation. */
const OWN_WORK: ReadonlySet<string> = new Set(['mail', 'second-step', 'confirmed']);

/** None of these addresses leads to the same place twice. */
const lead = (reply: FastifyReply, to: string): FastifyReply => reply.header('cache-control', 'no-store').redirect(to);

/** The browser that left for the provider is the one that must come back: nobody can be signed in as another by a link (login CSRF). */
const flowCookie = (isSecure: boolean) => {
  const name = isSecure ? '__Host-headland_sign_in' : 'headland_sign_in';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    write: (reply: FastifyReply, value: string) => void reply.setCookie(name, value, { ...options, maxAge: FLOW_SECONDS }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
};

/** The page that asks for the second step; its token is in the fragment, which no server and no log gets to see. */
const stepPage = ({ token, next, hasPasskey }: SecondStepAsked, returnTo: string): string => {
  const hash = new URLSearchParams({ step: token, next, ...(hasPasskey ? { passkey: '1' } : {}) }).toString();
  return `/api/login?${new URLSearchParams({ with: 'second-step', returnTo: safeReturnPath(returnTo) }).toString()}#${hash}`;
};

/** Signing in and out by browser navigation (specification 7.1, 9.18). */
export const registerSignIn = (app: FastifyInstance, deps: SignInDeps): void => {
  const { provider, hasLocalAccounts } = deps.ways;
  const cookie = flowCookie(deps.isSecure);
  const { limits } = deps;

  const callerOf = async (request: FastifyRequest) => {
    const token = deps.cookie.read(request);
    return token === undefined ? undefined : deps.sessions.identify(deps.db, token, { kind: 'none' });
  };

  /** A user who has to show a second factor, and has not, may sign in again although they are signed in. */
  const isSignedIn = async (request: FastifyRequest): Promise<boolean> => {
    const caller = await callerOf(request);
    return caller !== undefined && (caller.session?.isStrong === true || !(await findStanding(deps.db, caller.user.id)).isRequired);
  };

  /** The sign-in page has its own words for what went wrong, and what to do. */
  const tell = ({ request, reply }: Exchange, error: unknown, returnTo: string, asksAgain = false) => {
    if (!(error instanceof ProviderProblem)) {
      throw error;
    }
    const level = error.kind === 'provider-down' || error.kind === 'provider-refused' ? 'warn' : 'info';
    request.log[level]({ problem: error.kind }, `signing in at the identity provider: ${error.message}`);
    return lead(
      reply,
      `/api/login?${new URLSearchParams({ ...(asksAgain ? { with: 'confirmed' } : {}), problem: error.kind, returnTo }).toString()}`,
    );
  };

  const leave = async ({ request, reply }: Exchange, to: Provider, returnTo: string, asksAgain = false) => {
    await limits.reserve(['providerFromAddress', networkOf(request.ip)]);
    const { address, state, nonce, verifier } = await to.begin(originOf(deps, request) + CALLBACK, { asksAgain });
    const token = newToken();
    const confirmsSince = asksAgain ? deps.now().getTime() : null;
    await keepOneTime(deps.db, 'provider-sign-in', token + state, { nonce, verifier, returnTo, confirmsSince }, deps.now());
    cookie.write(reply, token);
    return lead(reply, address);
  };

  const circumstancesOf = (request: FastifyRequest) => ({
    now: deps.now,
    clientAddress: request.ip,
    userAgent: userAgentOf(request),
    mailOrigin: deps.mailOrigin(),
    language: requestLanguage(request.headers['accept-language']),
  });

  const showPage = (reply: FastifyReply, problem: string | undefined) => {
    if (!deps.hasPage) {
      throw problem === undefined ? refusal('not_found', 'noSignInPage') : refusal('not_found', 'signInFailed', { problem });
    }
    return reply.sendFile('sign-in.html');
  };

  app.get<{ Querystring: { returnTo?: string; with?: string; problem?: string } }>('/api/login', async (request, reply) => {
    const returnTo = safeReturnPath(request.query.returnTo);
    const { problem } = request.query;
    // Only the page knows what a mailed link is about. A user who confirms an address at the provider is signed in already.
    const hasWork = OWN_WORK.has(request.query.with ?? '');
    const isConfirming = request.query.with === 'provider' && provider !== null;
    if (!hasWork && !isConfirming && (await isSignedIn(request))) {
      return lead(reply, returnTo);
    }
    const isLocal = hasLocalAccounts && (hasWork || request.query.with === 'password');
    const isOwnPage = provider === null || problem !== undefined || isLocal || request.query.with === 'confirmed';
    return isOwnPage
      ? showPage(reply, problem)
      : leave({ request, reply }, provider, returnTo).catch((error: unknown) => tell({ request, reply }, error, returnTo));
  });

  const comeBack = async ({ request, reply }: Exchange, from: Provider, state: string) => {
    const begun = cookie.read(request);
    const flow = begun === undefined ? undefined : await takeOneTime(deps.db, 'provider-sign-in', begun + state, deps.now());
    if (!flow) {
      if (await isSignedIn(request)) {
        // The browser's Back button, after a successful sign-in.
        return lead(reply, '/');
      }
      return tell({ request, reply }, new ProviderProblem('sign-in-stale', 'no such sign-in was begun here'), '/');
    }
    cookie.clear(reply);
    const { returnTo, confirmsSince } = flow;
    const work = async () => {
      const identified = await from.finish(new URL(originOf(deps, request) + request.url), { ...flow, state });
      if (confirmsSince !== null) {
        await confirmByProvider(deps, await callerOf(request), identified, { since: confirmsSince, ...circumstancesOf(request) });
        return lead(reply, '/api/login?with=confirmed');
      }
      let hasJoined = false;
      const asked = await deps.db.transaction(async (db) => {
        const account = await accountOfIdentity(db, circumstancesOf(request), identified);
        hasJoined = account.emailVerified && (await claimMemberships(db, account));
        const session = sessionControl(deps, db, { request, reply });
        // If it is the only way in, its requirements are its own business; next to accounts of our own it must not be the weaker way.
        const isStrong = identified.isStrong || !hasLocalAccounts;
        const note = () => noteSignIn(db, circumstancesOf(request), account, { kind: 'signed-in-by-provider' });
        return beginSession(db, { session, now: deps.now }, account.id, { idToken: identified.idToken, isStrong, note });
      });
      const path = safeReturnPath(returnTo);
      // People who were added begin with the first screen, unless they came for another.
      const first = hasJoined && path === '/' ? '/welcome' : path;
      return lead(reply, asked === null ? first : stepPage(asked, first));
    };
    return work().catch((error: unknown) => tell({ request, reply }, error, returnTo, confirmsSince !== null));
  };

  /** Users who sign in by the provider confirm their identity there. */
  app.get('/api/login/confirm', async (request, reply) => {
    if (provider === null) {
      throw refusal('not_found', 'nothingHere');
    }
    return leave({ request, reply }, provider, '/', true).catch((error: unknown) => tell({ request, reply }, error, '/', true));
  });

  app.get<{ Querystring: { state?: unknown } }>(CALLBACK, async (request, reply) => {
    if (provider === null) {
      throw refusal('not_found', 'nothingHere');
    }
    const { state } = request.query;
    return comeBack({ request, reply }, provider, typeof state === 'string' ? state : '');
  });

  app.get('/api/logout', async (request, reply) => {
    // A link or picture on another site may lead here, but must not sign anyone out.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      return lead(reply, '/');
    }
    // Even if the session has ended already: the user wants to be gone from this device.
    deps.cookie.markLeft(reply);
    const idToken = await sessionControl(deps, deps.db, { request, reply }).end();
    const next = idToken === null ? null : await provider?.endAddress(idToken, `${originOf(deps, request)}/`);
    return lead(reply, next ?? '/');
  });
};
