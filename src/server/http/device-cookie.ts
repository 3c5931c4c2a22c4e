import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Recognizes a browser that signed in before: its wrong passwords are counted separately. It grants nothing. */
export interface DeviceCookie {
  read(request: FastifyRequest): string | undefined;
  /** The browser's existing cookie, or a new one that is sent with the answer. */
  readOrMake(exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply }): string;
}

/** As long as browsers keep a cookie. */
const DAYS = 400;

/** A value that was not made here counts as none. */
const FORM = /^[\w-]{43}$/;

export const deviceCookie = (isSecure: boolean): DeviceCookie => {
  const name = isSecure ? '__Host-headland_device' : 'headland_device';
  const read: DeviceCookie['read'] = (request) => {
    const token = request.cookies[name];
    return token !== undefined && FORM.test(token) ? token : undefined;
  };
  return {
    read,
    readOrMake: ({ request, reply }) => {
      const token = read(request) ?? randomBytes(32).toString('base64url');
      reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure, maxAge: DAYS * 86_400 });
      return token;
    },
  };
};
