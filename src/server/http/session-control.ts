import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '#server/auth/sessions.ts';
import type { SessionControl } from '#server/ports/session.ts';
import { rememberDevice } from '#server/data/known-devices.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';
import type { Database } from '#server/db/database.ts';
import type { DeviceCookie } from '#server/http/device-cookie.ts';
import type { SessionCookie } from '#server/http/session-cookie.ts';

/** The origin by which browsers reach the program. Only the one from the settings may appear in what others get to read. */
export const originOf = ({ publicUrl }: { readonly publicUrl: string | null }, request: FastifyRequest): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

/** The user agent of the browser or program. */
export const userAgentOf = (request: FastifyRequest): string | null => request.headers['user-agent']?.slice(0, 300) ?? null;

interface SessionDeps {
  readonly sessions: Sessions;
  readonly cookie: SessionCookie;
  readonly deviceCookie: DeviceCookie;
  readonly now: () => Date;
}

/**
 * The session of the browser that sent the request. Signing in always makes a new one and ends the previous one, so that none can be
 * planted (session fixation).
 */
export const sessionControl = (
  { sessions, cookie, deviceCookie, now }: SessionDeps,
  db: Database,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): SessionControl => ({
  start: async (inside, userId, { idToken = null, isStrong = false } = {}) => {
    const before = cookie.read(request);
    if (before !== undefined) {
      await sessions.replace(inside, before);
    }
    cookie.clearMark(request, reply);
    cookie.write(reply, await sessions.start(inside, { userId, userAgent: userAgentOf(request), idToken, isStrong }));
    await rememberDevice(inside, userId, deviceCookie.readOrMake({ request, reply }), now());
  },
  end: async () => {
    const token = cookie.read(request);
    cookie.clear(reply);
    if (token === undefined) {
      return null;
    }
    cookie.markLeft(reply);
    const ended = await sessions.end(db, token);
    if (ended) {
      const circumstances = { now, clientAddress: request.ip, userAgent: userAgentOf(request) };
      await noteSecurityEvent(db, circumstances, { userId: ended.userId, kind: 'signed-out' });
    }
    return ended?.idToken ?? null;
  },
  device: () => deviceCookie.read(request),
});
