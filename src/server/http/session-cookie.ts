import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** The cookie that holds the session: out of reach for scripts and other sites, and only sent over TLS where the program is behind it. It lasts as long as a session may; when that ends, the server says. */
export const sessionCookie = (isSecure: boolean, maxDays: number): SessionCookie => {
  // The prefix makes browsers refuse a cookie of this name that a neighbouring host or plain HTTP tries to set.
  const name = isSecure ? '__Host-headland_session' : 'headland_session';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  return {
    read: (request) => request.cookies[name],
    write: (reply, token) => {
      reply.setCookie(name, token, { ...options, maxAge: maxDays * 86_400 });
    },
    clear: (reply) => {
      reply.clearCookie(name, options);
    },
  };
};
