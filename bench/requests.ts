import { Agent, request } from 'node:http';

/** One request as it is sent, to whichever server. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface BenchAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Connections that stay open from request to request, as a browser's do. */
export const keepAlive = (connections: number): Agent => new Agent({ keepAlive: true, maxSockets: connections });

/** Sends one request and reads the whole answer. */
export const send = (origin: string, agent: Agent, { method, path, headers, body }: BenchRequest): Promise<BenchAnswer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const asked = request(`${origin}${path}`, { method, agent, headers: { ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }));
    });
    asked.on('error', reject);
    asked.end(body);
  });

/** The result of one stretch of work. */
export interface Stretch {
  readonly count: number;
  readonly seconds: number;
  /** Of each piece, in milliseconds. */
  readonly latencies: readonly number[];
}

/** Runs pieces of work in parallel lanes, one after the other in each, until the time is over; pieces are numbered across lanes. */
export const inLanes = async (lanes: number, ms: number, piece: (number: number, lane: number) => Promise<unknown>): Promise<Stretch> => {
  const began = performance.now();
  const latencies: number[] = [];
  let next = 0;
  const lane = async (own: number): Promise<void> => {
    while (performance.now() - began < ms) {
      const from = performance.now();
      const number = next;
      next += 1;
      await piece(number, own);
      latencies.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, own) => lane(own)));
  return { count: latencies.length, seconds: (performance.now() - began) / 1_000, latencies };
};
