import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#shared/lib/errors.ts';
import { networkOf } from '#server/auth/network-of.ts';
import { keepOneTime, newToken, takeOneTime } from '#server/auth/one-time-tokens.ts';
import { safeReturnPath } from '#server/auth/return-path.ts';
import { accountOfIdentity } from '#server/commands/account-of-identity.ts';
import { claimMemberships } from '#server/commands/claim-memberships.ts';
import { noteSignIn } from '#server/commands/note-sign-in.ts';
import { type Provider, ProviderProblem } from '#server/context.ts';
import { requestLanguage } from '#server/http/request-language.ts';
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

/** None of these addresses leads anywhere twice in the same way. */
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

/** Signing in and out by addresses that a browser goes to (specification 1 §7, decisions §3). */
export const registerSignIn = (app: FastifyInstance, deps: SignInDeps): void => {
  const { provider, hasLocalAccounts } = deps.ways;
  const cookie = flowCookie(deps.isSecure);
  const { limits } = deps;

  const isSignedIn = async (request: FastifyRequest): Promise<boolean> => {
    const token = deps.cookie.read(request);
    return token !== undefined && (await deps.sessions.identify(deps.db, token, { kind: 'none' })) !== undefined;
  };

  /** The sign-in page says in words of its own what went wrong, and what to do. */
  const tell = ({ request, reply }: Exchange, error: unknown, returnTo: string) => {
    if (!(error instanceof ProviderProblem)) {
      throw error;
    }
    const level = error.kind === 'provider-down' || error.kind === 'provider-refused' ? 'warn' : 'info';
    request.log[level]({ problem: error.kind }, `signing in at the identity provider: ${error.message}`);
    return lead(reply, `/api/login?${new URLSearchParams({ problem: error.kind, returnTo }).toString()}`);
  };

  const leave = async ({ request, reply }: Exchange, to: Provider, returnTo: string) => {
    await limits.reserve(['providerFromAddress', networkOf(request.ip)]);
    const { address, state, nonce, verifier } = await to.begin(originOf(deps, request) + CALLBACK);
    const token = newToken();
    await keepOneTime(deps.db, 'provider-sign-in', token + state, { nonce, verifier, returnTo }, deps.now());
    cookie.write(reply, token);
    return lead(reply, address);
  };

  const showPage = (reply: FastifyReply, problem: string | undefined) => {
    if (!deps.hasPage) {
      throw new AppError('not_found', problem === undefined ? 'There is no sign-in page here.' : `Signing in did not work: ${problem}`);
    }
    return reply.sendFile('sign-in.html');
  };

  app.get<{ Querystring: { returnTo?: string; with?: string; problem?: string } }>('/api/login', async (request, reply) => {
    const returnTo = safeReturnPath(request.query.returnTo);
    const { problem } = request.query;
    // What a mailed link is about, only the page knows. Whoever confirms an address at the provider is signed in already.
    const isMailed = request.query.with === 'mail';
    const isConfirming = request.query.with === 'provider' && provider !== null;
    if (!isMailed && !isConfirming && (await isSignedIn(request))) {
      return lead(reply, returnTo);
    }
    const isOwnPage = provider === null || problem !== undefined || (hasLocalAccounts && (isMailed || request.query.with === 'password'));
    return isOwnPage
      ? showPage(reply, problem)
      : leave({ request, reply }, provider, returnTo).catch((error: unknown) => tell({ request, reply }, error, returnTo));
  });

  const comeBack = async ({ request, reply }: Exchange, from: Provider, state: string) => {
    const begun = cookie.read(request);
    const flow = begun === undefined ? undefined : await takeOneTime(deps.db, 'provider-sign-in', begun + state, deps.now());
    if (!flow) {
      if (await isSignedIn(request)) {
        // The browser's Back button, after a sign-in that worked.
        return lead(reply, '/');
      }
      return tell({ request, reply }, new ProviderProblem('sign-in-stale', 'no such sign-in was begun here'), '/');
    }
    cookie.clear(reply);
    const { returnTo } = flow;
    const work = async () => {
      const identified = await from.finish(new URL(originOf(deps, request) + request.url), { ...flow, state });
      await deps.db.transaction(async (db) => {
        const circumstances = {
          now: deps.now,
          clientAddress: request.ip,
          userAgent: userAgentOf(request),
          mailOrigin: deps.mailOrigin(),
          language: requestLanguage(request.headers['accept-language']),
        };
        const account = await accountOfIdentity(db, circumstances, identified);
        if (account.emailVerified) {
          await claimMemberships(db, account);
        }
        await noteSignIn(db, circumstances, account, { kind: 'signed-in-by-provider' });
        await sessionControl(deps, db, { request, reply }).start(db, account.id, { idToken: identified.idToken });
      });
      return lead(reply, safeReturnPath(returnTo));
    };
    return work().catch((error: unknown) => tell({ request, reply }, error, returnTo));
  };

  app.get<{ Querystring: { state?: unknown } }>(CALLBACK, async (request, reply) => {
    if (provider === null) {
      throw new AppError('not_found', 'There is nothing at this address.');
    }
    const { state } = request.query;
    return comeBack({ request, reply }, provider, typeof state === 'string' ? state : '');
  });

  app.get('/api/logout', async (request, reply) => {
    // A link or picture on another site may lead here, but signs nobody out.
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      return lead(reply, '/');
    }
    // Also of whom the session has ended already: he wants to be gone from this device.
    deps.cookie.markLeft(reply);
    const idToken = await sessionControl(deps, deps.db, { request, reply }).end();
    const next = idToken === null ? null : await provider?.endAddress(idToken, `${originOf(deps, request)}/`);
    return lead(reply, next ?? '/');
  });
};
