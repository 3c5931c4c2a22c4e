import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
  /**
   * Tells the browser permanently that its user left, or was signed out: the app deletes what it stores before it shows anything (decision
   * 0041).
   */
  markLeft(reply: FastifyReply): void;
  /** A user has signed in since. */
  clearMark(request: FastifyRequest, reply: FastifyReply): void;
}

/** No browser keeps a cookie longer. */
const MARK_DAYS = 400;

/**
 * The cookie with the session token: inaccessible to scripts and other sites, and only sent over TLS if the program is behind it. It lasts
 * as long as a session may; the server says when that has ended.
 */
export const sessionCookie = (isSecure: boolean, maxDays: number): SessionCookie => {
  // The prefix makes browsers refuse a cookie of this name that a neighboring host or plain HTTP tries to set.
  const name = isSecure ? '__Host-headland_session' : 'headland_session';
  // Scripts read and remove this one. It reveals nothing about anyone.
  const mark = isSecure ? '__Host-headland_left' : 'headland_left';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return {
    read: (request) => request.cookies[name],
    write: (reply, token) => {
      reply.setCookie(name, token, { ...options, maxAge: maxDays * 86_400 });
    },
    clear: (reply) => {
      reply.clearCookie(name, options);
    },
    markLeft: (reply) => {
      reply.setCookie(mark, '1', { ...options, httpOnly: false, maxAge: MARK_DAYS * 86_400 });
      // Pictures that were shown are in the browser's own cache. What waits to be sent is in its storage, and stays.
      reply.header('clear-site-data', '"cache"');
    },
    clearMark: (request, reply) => {
      if (request.cookies[mark] !== undefined) {
        reply.clearCookie(mark, { ...options, httpOnly: false });
      }
    },
  };
};
