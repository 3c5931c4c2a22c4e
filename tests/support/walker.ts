import type { FastifyInstance } from 'fastify';

/** Where a walk stopped. */
export interface Stop {
  readonly url: URL;
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A browser without a window: follows redirects between the app, which is called without a socket, and other servers, and keeps their cookies. */
export interface Walker {
  /** Goes to the address and on from there. `until` stops before an address is asked. */
  go(address: string, until?: (url: URL) => boolean): Promise<Stop>;
  /** The value of a cookie of the app. */
  cookie(name: string): string | undefined;
  /** A cookie of the app has been set in this browser. */
  plant(name: string, value: string): void;
}

const MOST = 12;

/** Of a header that may come once or several times. */
const listOf = (value: string | string[] | number | undefined): string[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [String(value)];

export const walkerIn = (app: FastifyInstance, origin: string): Walker => {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (host: string): Map<string, string> => {
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  const keep = (host: string, lines: readonly string[]): void => {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const isGone = attributes.some((each) => /^(max-age=0|expires=thu, 01 jan 1970)/i.test(each));
      if (isGone) {
        jarOf(host).delete(pair.slice(0, at));
      } else {
        jarOf(host).set(pair.slice(0, at), pair.slice(at + 1));
      }
    }
  };
  const ask = async (url: URL): Promise<Stop> => {
    const cookie = [...jarOf(url.host)].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) };
    if (url.origin === origin) {
      const answer = await app.inject({ method: 'GET', url: url.pathname + url.search, headers: { ...headers, host: url.host } });
      keep(url.host, listOf(answer.headers['set-cookie']));
      return { url, status: answer.statusCode, body: answer.body, headers: answer.headers };
    }
    const answer = await fetch(url, { redirect: 'manual', headers });
    keep(url.host, answer.headers.getSetCookie());
    return { url, status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) };
  };
  return {
    go: async (address, until = () => false) => {
      let url = new URL(address, origin);
      for (let steps = 0; steps < MOST; steps += 1) {
        const stop = await ask(url);
        const location = stop.headers['location'];
        if (typeof location !== 'string') {
          return stop;
        }
        url = new URL(location, url);
        if (until(url)) {
          return { ...stop, url };
        }
      }
      throw new Error(`The walk from ${address} has no end.`);
    },
    cookie: (name) => jarOf(new URL(origin).host).get(name),
    plant: (name, value) => void jarOf(new URL(origin).host).set(name, value),
  };
};
