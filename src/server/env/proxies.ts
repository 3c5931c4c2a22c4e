import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { listOf } from '#server/env/names.ts';

const MOST_HOPS = 10;
const WORDS = new Set(['loopback', 'linklocal', 'uniquelocal']);

const isNetwork = (word: string): boolean => {
  const [address = '', bits, ...more] = word.split('/');
  const size = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= size));
};

const isHops = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) <= MOST_HOPS;

const isProxies = (text: string): boolean => {
  const words = listOf(text);
  return (
    text === 'true' || text === 'false' || isHops(text) || (words.length > 0 && words.every((word) => WORDS.has(word) || isNetwork(word)))
  );
};

/** Which proxies requests come through. */
export const proxies = z.optional(
  z
    .string()
    .check(
      z.refine(
        isProxies,
        `TRUST_PROXY must be the number of proxies before Headland (1 to ${MOST_HOPS}), or their networks such as loopback, 10.0.0.0/8, 192.0.2.7`,
      ),
    ),
);

/** The number of proxies, counted from here, whose word on the client's address is trusted, or their networks; 0: none. */
export type TrustedProxies = number | readonly string[];

/** `true` is what the setting was before it had numbers: one proxy. It trusted every address that a client wrote. */
export const readProxies = (text = 'false'): TrustedProxies => {
  if (text === 'true' || text === 'false') {
    return text === 'true' ? 1 : 0;
  }
  return isHops(text) ? Number(text) : listOf(text);
};
