import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** The answer; only the beginning of its body, which may be large. */
export interface Said {
  /** 0: the connection broke, or no answer came in time. */
  readonly status: number;
  readonly text: string;
  readonly cookies: string;
}

type Headers = Readonly<Record<string, string>>;

/** A client with an address of its own: on loopback a machine has 16 million of them. */
export interface Caller {
  send(method: string, path: string, body?: Buffer | string, headers?: Headers): Promise<Said>;
  /** One of the client's open connections, to be misused. It ends with the bomb. */
  open(): Socket;
  /** The head of a request as text, for clients that send it by hand. */
  readonly headOf: (method: string, path: string, headers?: Headers) => string;
  /** The same address, another person. */
  as(cookie: string): Caller;
}

const KEPT = 2_000;
const NOTHING: Said = { status: 0, text: '', cookies: '' };

const readAnswer = async (answer: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const bytes of answer as AsyncIterable<Buffer>) {
    if (length < KEPT) {
      chunks.push(bytes);
    }
    length += bytes.length;
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, KEPT);
};

/** A caller from this address. When the signal fires, all its connections end, and whatever was not answered counts as status 0. */
export const callerFrom = (origin: string, localAddress: string, signal: AbortSignal, cookie = ''): Caller => {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  signal.addEventListener('abort', () => agent.destroy(), { once: true });
  const headers: Headers = cookie === '' ? {} : { cookie };
  return {
    headOf: (method, path, more = {}) => {
      const all = { host: `${hostname}:${port}`, 'content-type': 'application/json', ...headers, ...more };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    },
    as: (other) => callerFrom(origin, localAddress, signal, other),
    open: () => {
      const socket = connect({ host: hostname, port: Number(port), localAddress });
      socket.on('error', () => undefined);
      signal.addEventListener('abort', () => socket.destroy(), { once: true });
      return socket;
    },
    send: (method, path, body, more = {}) =>
      new Promise((resolve) => {
        const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
        const options = { method, agent, localAddress, signal, headers: { ...headers, ...length, ...more } };
        const asked = request(`${origin}${path}`, options, (answer) => {
          const status = answer.statusCode ?? 0;
          const cookies = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
          readAnswer(answer).then(
            (text) => resolve({ status, text, cookies }),
            () => resolve(NOTHING),
          );
        });
        // A server that has answered may close before reading the rest of a body; its answer counts.
        asked.on('error', () => setTimeout(() => resolve(NOTHING), 20));
        asked.end(body);
      }),
  };
};

/** The status in the first bytes of an answer; 0 if there is none. */
export const statusIn = (bytes: Buffer): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1'))?.[1] ?? 0);

/** Sends this text on a connection of its own, which stays open, and returns the status of the answer; 0 if none comes. */
export const firstStatus = (caller: Caller, text: string): Promise<number> =>
  new Promise((resolve) => {
    const socket = caller.open();
    socket.once('data', (bytes: Buffer) => resolve(statusIn(bytes)));
    socket.once('close', () => resolve(0));
    socket.write(text);
  });
