import { ECDH } from 'node:crypto';
import { isLoopback } from '#server/env/names.ts';

// The services that browsers' makers run. Nothing else is ever called: an endpoint is a text that whoever is signed in can send.
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^([a-z\d-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z\d-]+\.)+notify\.windows\.com$/,
  /^([a-z\d-]+\.)*push\.apple\.com$/,
];

const parse = (endpoint: string): URL | undefined => (URL.canParse(endpoint) ? new URL(endpoint) : undefined);

/** Whether the operator named this host, with its port unless it is the usual one (`PUSH_HOSTS`). */
export const isOwnHost = ({ host }: URL, own: readonly string[]): boolean => own.includes(host);

/** Whether notices may be sent there: to a service that is known, by https on its usual port, or to one that the operator named. */
export const isPushEndpoint = (endpoint: string, own: readonly string[]): boolean => {
  const url = parse(endpoint);
  if (url === undefined || url.username !== '' || url.password !== '') {
    return false;
  }
  if (isOwnHost(url, own)) {
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  }
  return url.protocol === 'https:' && url.port === '' && HOSTS.some((known) => known.test(url.hostname));
};

/** Whether a browser's key is a point on the curve. */
export const isPushKey = (p256dh: string): boolean => {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url', undefined, 'uncompressed').length === 65;
  } catch {
    return false;
  }
};
