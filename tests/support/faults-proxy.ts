import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { BatchedAnswer, BatchedWrite } from '#shared/domain/batch.ts';

/** What happens to a request on its way. */
export type Fault =
  /** It never reaches the server. */
  | { readonly kind: 'drop' }
  /** The server does all of it, and its answer is lost. */
  | { readonly kind: 'lose-answer' }
  /** It waits here until the promise resolves, then goes on. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }
  /** The server does all of it, and its answer waits here until the promise resolves. */
  | { readonly kind: 'hold-answer'; readonly until: Promise<void> }
  /** Something else answers; the server never receives it. A function gets the request's own headers. */
  | { readonly kind: 'answer'; readonly answer: StrangeAnswer | ((headers: IncomingHttpHeaders) => StrangeAnswer) }
  /** Half of the body reaches the server, then both lines break. */
  | { readonly kind: 'half' }
  /** Two copies reach the server at once; the second one's answer goes back. */
  | { readonly kind: 'twice' }
  /** A copy stays behind, and reaches the server when `deliverCopies` is called. */
  | { readonly kind: 'keep-copy' };

export interface StrangeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer of our own server, by the echo of the key. */
export const ourRefusal =
  (status: number, code: string, more: Readonly<Record<string, string>> = {}) =>
  (headers: IncomingHttpHeaders): StrangeAnswer => ({
    status,
    headers: { 'content-type': 'application/problem+json', 'idempotency-key': String(headers['idempotency-key']), ...more },
    body: JSON.stringify({ status, code, title: code, detail: `It says ${code}.` }),
  });

/** Something that waits until it is opened. */
export const gate = (): { readonly until: Promise<void>; readonly open: () => void } => {
  let open = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open: () => open() };
};

interface Which {
  /** So many requests at most. */
  readonly times?: number;
  /** Only those whose body contains this. */
  readonly body?: string;
}

interface Rule extends Which {
  readonly method: string;
  readonly path: RegExp;
  readonly fault: Fault;
  left: number;
}

/** A request that came to the proxy, and what became of it. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: Buffer;
  readonly at: number;
  /** Statuses of the server's answers, one for each copy that it answered; empty if it never got one. */
  readonly statuses: number[];
  fault: Fault['kind'] | null;
  /** Of a batch: its writes, each as if it had come alone. */
  readonly writes: readonly Passed[] | null;
}

/** A small proxy between a browser and the real server, on which tests put faults. */
export interface FaultsProxy {
  readonly url: string;
  /** The server's address; a different one after it was restarted. */
  target: string;
  /**
   * From now on the fault happens to such requests (`*`: of any method), and to batches with such a write; returns a function that ends it.
   * The latest rule counts. An answer of our server instead is given to those writes of a batch only.
   */
  on(method: string, path: RegExp, fault: Fault, which?: Which): () => void;
  /** Ends all faults. */
  calm(): void;
  /** Requests of this kind so far, in the order in which they came; of batches their writes. */
  seen(method: string, path: RegExp): Passed[];
  /** Sends what stayed behind to the server, once more; returns the statuses of its answers. */
  deliverCopies(): Promise<number[]>;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const bodyOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of stream) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
};

// One connection a request: a browser repeats by itself what was lost on a connection that it had used before.
const withoutConnection = ({
  connection: _connection,
  'keep-alive': _keep,
  'transfer-encoding': _coding,
  ...rest
}: IncomingHttpHeaders) => ({
  ...rest,
  connection: 'close',
});

const BATCH = /^\/api\/organizations\/\d+\/batches$/;

const writesOf = (method: string, path: string, body: Buffer): readonly BatchedWrite[] | null => {
  if (method !== 'POST' || !BATCH.test(path)) {
    return null;
  }
  try {
    return (JSON.parse(body.toString()) as { writes: BatchedWrite[] }).writes;
  } catch {
    return null;
  }
};

const jsonOf = ({ body }: BatchedWrite): Buffer => Buffer.from(body === undefined || body === null ? '' : JSON.stringify(body));

/** Starts it on any free port, in front of the server at `target`. */
export const startFaultsProxy = async (target: string): Promise<FaultsProxy> => {
  const rules: Rule[] = [];
  const log: Passed[] = [];
  const copies: (() => Promise<number>)[] = [];
  const faultOf = new WeakMap<Passed, ReadonlyMap<Passed, Fault>>();

  const open = (incoming: IncomingMessage) => {
    const { hostname, port } = new URL(proxy.target);
    const outgoing = request({ hostname, port, method: incoming.method, path: incoming.url, headers: withoutConnection(incoming.headers) });
    // Who waits for its answer hears of it as well; of one that is broken off here nobody does.
    return outgoing.on('error', () => undefined);
  };

  const answersIn = ({ writes }: Passed, { status, headers, body }: Reply): readonly BatchedAnswer[] => {
    if (writes === null) {
      return [];
    }
    const text =
      headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    return status === 200
      ? (JSON.parse(text.toString()) as { answers: BatchedAnswer[] }).answers
      : writes.map(({ key = '' }) => ({ key, status, seq: null, isReplayed: false, retryAfterSeconds: null, body: null }));
  };

  /** Asks the server and reads its whole answer. */
  const ask = async (incoming: IncomingMessage, body: Buffer, passed: Passed): Promise<Reply> => {
    const outgoing = open(incoming);
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    const reply = { status: response.statusCode ?? 0, headers: response.headers, body: await bodyOf(response) };
    passed.statuses.push(reply.status);
    for (const { key, status } of answersIn(passed, reply)) {
      passed.writes?.find((write) => write.key === key)?.statuses.push(status);
    }
    return reply;
  };

  const give = (outgoing: ServerResponse, { status, headers, body }: Reply): void => {
    outgoing.writeHead(status, { ...withoutConnection(headers), 'content-length': body.length });
    outgoing.end(outgoing.req.method === 'HEAD' ? undefined : body);
  };

  /** Both ways at once, for streams that do not end. */
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, passed: Passed): Promise<void> => {
    if (passed.writes !== null) {
      give(outgoing, await ask(incoming, body, passed));
      return;
    }
    const forward = open(incoming);
    outgoing.on('close', () => forward.destroy());
    forward.end(body);
    const [response] = (await once(forward, 'response')) as [IncomingMessage];
    passed.statuses.push(response.statusCode ?? 0);
    outgoing.writeHead(response.statusCode ?? 0, withoutConnection(response.headers));
    response.on('error', () => outgoing.destroy());
    response.pipe(outgoing);
  };

  const half = async (incoming: IncomingMessage, body: Buffer): Promise<void> => {
    const forward = open(incoming);
    await new Promise((resolve) => forward.write(body.subarray(0, Math.ceil(body.length / 2)), resolve));
    forward.destroy();
  };

  /** Of a batch, the writes that the rule is about are answered here, and the server gets the others. */
  const answerInPart = async (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, passed: Passed): Promise<boolean> => {
    const writes = writesOf(passed.method, passed.path, body) ?? [];
    const mine = new Map<string, BatchedAnswer>();
    for (const [{ key }, fault] of faultOf.get(passed) ?? []) {
      if (fault.kind !== 'answer' || key === undefined) {
        continue;
      }
      const own = typeof fault.answer === 'function' ? fault.answer({ 'idempotency-key': key }) : fault.answer;
      if (own.headers?.['idempotency-key'] !== key) {
        return false;
      }
      const after = own.headers['retry-after'];
      mine.set(key, {
        key,
        status: own.status,
        seq: null,
        isReplayed: false,
        retryAfterSeconds: after === undefined ? null : Number(after),
        body: own.body === undefined ? null : (JSON.parse(own.body) as unknown),
      });
    }
    const left = writes.filter(({ key }) => !mine.has(key));
    if (left.length === 0) {
      const headers = { 'idempotency-key': String(passed.key), 'content-type': 'application/json; charset=utf-8' };
      give(outgoing, { status: 200, headers, body: Buffer.from(JSON.stringify({ answers: [...mine.values()] })) });
      return true;
    }
    const { 'content-length': _length, 'accept-encoding': _encoding, ...headers } = incoming.headers;
    const rest = Buffer.from(JSON.stringify({ writes: left }));
    incoming.headers = { ...headers, 'content-length': String(rest.length) };
    const reply = await ask(incoming, rest, passed);
    const told = new Map(answersIn(passed, reply).map((one) => [one.key, one]));
    const answers = writes.flatMap(({ key }) => mine.get(key) ?? told.get(key) ?? []);
    give(outgoing, reply.status === 200 ? { ...reply, body: Buffer.from(JSON.stringify({ answers })) } : reply);
    return true;
  };

  const meet = async (fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, passed: Passed): Promise<void> => {
    switch (fault.kind) {
      case 'drop':
        outgoing.destroy();
        return;
      case 'lose-answer':
        await ask(incoming, body, passed);
        outgoing.destroy();
        return;
      case 'hold':
        await fault.until;
        await pass(incoming, outgoing, body, passed);
        return;
      case 'hold-answer': {
        const reply = await ask(incoming, body, passed);
        await fault.until;
        give(outgoing, reply);
        return;
      }
      case 'answer': {
        if (passed.writes !== null && (await answerInPart(incoming, outgoing, body, passed))) {
          return;
        }
        const {
          status,
          headers = {},
          body: text = '',
        } = typeof fault.answer === 'function' ? fault.answer(incoming.headers) : fault.answer;
        give(outgoing, { status, headers: { ...headers }, body: Buffer.from(text) });
        return;
      }
      case 'half':
        await half(incoming, body);
        outgoing.destroy();
        return;
      case 'twice': {
        const [, second] = await Promise.all([ask(incoming, body, passed), ask(incoming, body, passed)]);
        give(outgoing, second);
        return;
      }
      case 'keep-copy':
        copies.push(async () => (await ask(incoming, body, passed)).status);
        await pass(incoming, outgoing, body, passed);
    }
  };

  const isOf = ({ method: only, path: matches, body }: Rule, { method, path, body: sent }: Passed): boolean =>
    (only === '*' || only === method) && matches.test(path) && (body === undefined || sent.includes(body));

  /** What happens to the request, or to each write of it, by the latest rule about it. */
  const findFault = (passed: Passed): Fault | undefined => {
    const faults = [...(passed.writes ?? []), passed].flatMap((part) => {
      const rule = rules.findLast((each) => each.left > 0 && isOf(each, part));
      if (rule === undefined) {
        return [];
      }
      rule.left -= 1;
      part.fault = rule.fault.kind;
      return [[part, rule.fault] as const];
    });
    faultOf.set(passed, new Map(faults));
    return faults.at(-1)?.[1];
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = incoming;
    const key = headers['idempotency-key'];
    const body = await bodyOf(incoming);
    const at = Date.now();
    const news = { at, fault: null, writes: null };
    const writes = writesOf(method, path, body)?.map((write): Passed => ({
      ...news,
      method: write.method,
      path: write.path,
      key: write.key,
      body: jsonOf(write),
      statuses: [],
    }));
    const passed: Passed = {
      ...news,
      method,
      path,
      key: typeof key === 'string' ? key : undefined,
      body,
      statuses: [],
      writes: writes ?? null,
    };
    const fault = findFault(passed);
    log.push(...(writes ?? [passed]));
    await (fault ? meet(fault, incoming, outgoing, body, passed) : pass(incoming, outgoing, body, passed));
  };

  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined);
    // Server or browser has gone: the other side sees a line that broke.
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultsProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    on: (method, path, fault, which = {}) => {
      const rule: Rule = { method, path, fault, ...which, left: which.times ?? Infinity };
      rules.push(rule);
      return () => {
        rule.left = 0;
      };
    },
    calm: () => void rules.splice(0),
    seen: (method, path) => log.filter((passed) => (method === '*' || passed.method === method) && path.test(passed.path)),
    deliverCopies: () => Promise.all(copies.splice(0).map((deliver) => deliver())),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
};
