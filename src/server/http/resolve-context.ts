import type { FastifyReply, FastifyRequest } from 'fastify';
import { can } from '#shared/access/capabilities.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { ENTITY_LABEL } from '#shared/entities/ids.ts';
import { AppError } from '#shared/lib/errors.ts';
import { attemptLimits } from '#server/auth/attempt-limits.ts';
import type { Sessions } from '#server/auth/sessions.ts';
import type { Context, PhotoStore, PublicContext, UserContext } from '#server/context.ts';
import { findMembership } from '#server/data/employees.ts';
import { organizationOfRecord } from '#server/data/records.ts';
import type { Database } from '#server/db/database.ts';
import type { SessionCookie } from '#server/http/session-cookie.ts';

export interface ContextDeps {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly photos: PhotoStore;
  readonly now: () => Date;
}

/** What a request brings besides its parts; the database is added when the work begins. */
export type Resolved = Omit<Context, 'db' | 'session'> | Omit<UserContext, 'db' | 'session'> | Omit<PublicContext, 'db' | 'session'>;

const foreign = (endpoint: Endpoint): AppError =>
  new AppError('not_found', `${endpoint.scope === 'record' ? ENTITY_LABEL[endpoint.entity] : 'Organization'} not found`);

const organizationOf = async (deps: ContextDeps, endpoint: Endpoint, params: Record<string, string | number>): Promise<number> => {
  const named = typeof params['orgId'] === 'number' ? params['orgId'] : undefined;
  if (endpoint.scope !== 'record') {
    if (named === undefined) {
      throw new Error(`${endpoint.path} names no organization`);
    }
    return named;
  }
  const owner = await organizationOfRecord(deps.db, endpoint.entity, Number(params['id']));
  if (owner === undefined || (named !== undefined && named !== owner)) {
    throw foreign(endpoint);
  }
  return owner;
};

/**
 * Finds who asks and in which organization, or refuses. The order matters for security: who you are, before what exists,
 * before what you may. A record that is missing and one of another organization answer alike (decisions §2).
 */
export const createResolver = (deps: ContextDeps) => {
  const limits = attemptLimits(deps.db, deps.now);
  return async (request: FastifyRequest, endpoint: Endpoint, params: Record<string, string | number>): Promise<Resolved> => {
    const basic = { now: deps.now, photos: deps.photos, limits, clientAddress: request.ip };
    if (endpoint.scope === 'public') {
      return basic;
    }
    const token = deps.cookie.read(request);
    const user = token === undefined ? undefined : await deps.sessions.find(deps.db, token);
    if (!user) {
      throw new AppError('unauthenticated', 'Sign in first.');
    }
    if (endpoint.scope === 'user') {
      return { ...basic, user };
    }
    const orgId = await organizationOf(deps, endpoint, params);
    const membership = await findMembership(deps.db, orgId, user.id);
    if (!membership) {
      throw foreign(endpoint);
    }
    if (!can(membership.level, endpoint.capability)) {
      throw new AppError('forbidden', 'Your access level does not allow this.');
    }
    return { ...basic, user, orgId, ...membership };
  };
};

/** Adds the database to work on and the browser's session. */
export const withDatabase = (deps: ContextDeps, resolved: Resolved, db: Database, request: FastifyRequest, reply: FastifyReply) => ({
  ...resolved,
  db,
  session: {
    start: async (inside: Database, userId: number) => {
      const before = deps.cookie.read(request);
      if (before !== undefined) {
        await deps.sessions.end(inside, before);
      }
      deps.cookie.write(reply, await deps.sessions.start(inside, userId, request.headers['user-agent']?.slice(0, 300) ?? null));
    },
    end: async () => {
      const token = deps.cookie.read(request);
      if (token !== undefined) {
        await deps.sessions.end(db, token);
      }
      deps.cookie.clear(reply);
    },
  },
});
