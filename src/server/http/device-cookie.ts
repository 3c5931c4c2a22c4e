import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** By which a browser is known again in which somebody signed in before: its wrong passwords are counted apart. It opens nothing. */
export interface DeviceCookie {
  read(request: FastifyRequest): string | undefined;
  /** What the browser has, or a new one that is sent with the answer. */
  readOrMake(exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply }): string;
}

/** As long as browsers keep a cookie. */
const DAYS = 400;

/** What was not made here is as good as none. */
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
