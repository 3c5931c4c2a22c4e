import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser was told. */
export interface Told {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly open: number;
}

/** A browser that a push service knows. */
export interface PushBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** What it was told, decrypted with its own keys. */
  readonly told: Told[];
  /** Status and headers of the service's next answers; the last one stays. Without any it takes everything: 201. */
  answers: readonly (number | { readonly status: number; readonly headers: OutgoingHttpHeaders })[];
  /** Every request, also those that were not taken. */
  readonly requests: IncomingMessage['headers'][];
}

export interface PushEndpoint {
  /** As `PUSH_HOSTS` names it. */
  readonly host: string;
  browser(): PushBrowser;
  /** What was wrong with requests. */
  readonly problems: string[];
  close(): Promise<void>;
}

const hmac = (key: Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', key)).digest();

/** What RFC 8291 says to do with a message, step by step: the browser's side. */
const decrypt = (body: Buffer, keys: ECDH, auth: Buffer): string => {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  if (idLength !== 65 || sealed.length > recordSize) {
    throw new Error(`key of ${idLength} bytes, ${sealed.length} in records of ${recordSize}`);
  }
  const ONE = Buffer.from([1]);
  const shared = hmac(hmac(auth, keys.computeSecret(sender)), 'WebPush: info\0', keys.getPublicKey(), sender, ONE);
  const secret = hmac(salt, shared);
  const key = hmac(secret, 'Content-Encoding: aes128gcm\0', ONE).subarray(0, 16);
  const nonce = hmac(secret, 'Content-Encoding: nonce\0', ONE).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) {
    throw new Error('the padding is wrong');
  }
  return plain.subarray(0, end).toString('utf8');
};

const fromBase64 = (part: string | undefined): Buffer => Buffer.from(part ?? '', 'base64url');

/** Throws unless the header is what RFC 8292 asks for. */
const checkVapid = (header: string | undefined, { origin, publicKey, now }: { origin: string; publicKey: string; now: Date }): void => {
  const [, head, claims, signature, key] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header ?? '') ?? [];
  const point = fromBase64(key);
  if (key !== publicKey || point.length !== 65) {
    throw new Error(`Authorization: ${header}`);
  }
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signer, fromBase64(signature))) {
    throw new Error('the signature is wrong');
  }
  const { alg } = JSON.parse(fromBase64(head).toString()) as { alg: string };
  const { aud, exp, sub } = JSON.parse(fromBase64(claims).toString()) as { aud: string; exp: number; sub: string };
  const left = exp - now.getTime() / 1000;
  if (alg !== 'ES256' || aud !== origin || left <= 0 || left > 86_400 || !/^(mailto:[^@]+@[^@]+|https:\/\/.+)$/.test(sub)) {
    throw new Error(`claims: ${JSON.stringify({ alg, aud, left, sub })}`);
  }
};

const checkHeaders = ({ method, headers }: IncomingMessage, body: Buffer): void => {
  if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm' || !/^\d{1,7}$/.test(String(headers['ttl']))) {
    throw new Error(`${method} ${JSON.stringify(headers)}`);
  }
  if (body.length > 4096 || !/^[\w-]{1,32}$/.test(String(headers['topic'])) || headers['urgency'] !== 'normal') {
    throw new Error(`${body.length} bytes, topic ${String(headers['topic'])}`);
  }
};

/** A service of a browser's maker, as strict as they are. `publicKey` and `now` are those of the installation that sends. */
export const openPushEndpoint = async (known: { readonly publicKey: () => string; readonly now: () => Date }): Promise<PushEndpoint> => {
  const problems: string[] = [];
  const browsers = new Map<string, PushBrowser & { readonly take: (body: Buffer) => void }>();
  let origin = '';

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '');
      if (browser === undefined) {
        problems.push(`nobody at ${request.url}`);
        response.writeHead(404).end();
        return;
      }
      browser.requests.push(request.headers);
      const [next = 201, ...others] = browser.answers;
      browser.answers = others.length === 0 ? browser.answers : others;
      const { status, headers } = typeof next === 'number' ? { status: next, headers: {} } : next;
      try {
        checkVapid(request.headers.authorization, { origin, publicKey: known.publicKey(), now: known.now() });
        checkHeaders(request, Buffer.concat(parts));
        if (status < 300) {
          browser.take(Buffer.concat(parts));
        }
        response.writeHead(status, headers).end(`says ${status}`);
      } catch (error) {
        problems.push(String(error));
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;

  return {
    host,
    problems,
    browser: () => {
      const path = `/push/${randomUUID()}`;
      const keys = createECDH('prime256v1');
      const [p256dh, auth] = [keys.generateKeys('base64url'), randomBytes(16)];
      const told: Told[] = [];
      const browser = {
        endpoint: `${origin}${path}`,
        keys: { p256dh, auth: auth.toString('base64url') },
        told,
        answers: [],
        requests: [],
        take: (body: Buffer) => void told.push(JSON.parse(decrypt(body, keys, auth)) as Told),
      };
      browsers.set(path, browser);
      return browser;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
