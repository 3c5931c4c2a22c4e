import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
  /** Tells the browser for good that its user left, or was signed out: the app forgets what it keeps before it shows anything (decision 0041). */
  markLeft(reply: FastifyReply): void;
  /** Somebody signed in since. */
  clearMark(request: FastifyRequest, reply: FastifyReply): void;
}

/** No browser keeps a cookie longer. */
const MARK_DAYS = 400;

/** The cookie that holds the session: out of reach for scripts and other sites, and only sent over TLS where the program is behind it. It lasts as long as a session may; when that ends, the server says. */
export const sessionCookie = (isSecure: boolean, maxDays: number): SessionCookie => {
  // The prefix makes browsers refuse a cookie of this name that a neighbouring host or plain HTTP tries to set.
  const name = isSecure ? '__Host-headland_session' : 'headland_session';
  // Scripts read and remove this one. It says nothing of anybody.
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
      // Pictures that were shown lie in the browser's own cache. What waits to be sent lies in its storage, and stays.
      reply.header('clear-site-data', '"cache"');
    },
    clearMark: (request, reply) => {
      if (request.cookies[mark] !== undefined) {
        reply.clearCookie(mark, { ...options, httpOnly: false });
      }
    },
  };
};
