import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '#server/env/backup.ts';
import { type Answer, createBucketObjects, refusal } from '#tests/support/bucket-objects.ts';
import { isSigned, keyIdOf } from '#tests/support/signature.ts';

/** Answers a request itself, or leaves it to the bucket by `false`. */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A service that speaks S3, with one bucket in memory. */
export interface BucketServer {
  readonly settings: BucketSettings;
  /** What it was asked: `PUT /backups/a`. */
  readonly requests: string[];
  /** When each upload in parts began that did not become a thing yet, by its number; a test may set them back. */
  readonly uploads: Map<string, { readonly key: string; initiated: Date }>;
  /** Keeps something without being asked. */
  keep(key: string, bytes: Buffer): void;
  /** Comes before the bucket, until it is taken away. */
  setFault(fault: Fault | undefined): void;
  close(): Promise<void>;
}

const KEY_ID = 'shed';
const SECRET = 'the secret of this test';
const BUCKET = 'backups';
const MAX_SKEW_MS = 15 * 60_000;

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, headers).end(body);
};

/** For faults. */
export const refuse = (request: IncomingMessage, response: ServerResponse, status: number, code: string): true => {
  request.resume();
  send(response, refusal(status, code));
  return true;
};

const momentOf = (date: unknown): number =>
  Date.parse(String(date).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Why a request is refused before its content is looked at. */
const refusalOf = (request: IncomingMessage, body: Buffer): Answer | undefined => {
  const { headers } = request;
  if (keyIdOf(request) !== KEY_ID) {
    return refusal(403, 'InvalidAccessKeyId');
  }
  if (!isSigned(request, SECRET)) {
    return refusal(403, 'SignatureDoesNotMatch');
  }
  if (Math.abs(Date.now() - momentOf(headers['x-amz-date'])) > MAX_SKEW_MS) {
    return refusal(403, 'RequestTimeTooSkewed');
  }
  const promised = headers['x-amz-content-sha256'];
  if (promised !== 'UNSIGNED-PAYLOAD' && promised !== createHash('sha256').update(body).digest('hex')) {
    return refusal(400, 'XAmzContentSHA256Mismatch');
  }
  return undefined;
};

export const startBucketServer = async (): Promise<BucketServer> => {
  const objects = createBucketObjects();
  const requests: string[] = [];
  let fault: Fault | undefined;

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket');
    const [, bucket = '', ...key] = decodeURIComponent(pathname).split('/');
    const refused = refusalOf(request, body);
    if (refused !== undefined) {
      return request.method === 'HEAD' ? { status: refused.status } : refused;
    }
    if (bucket !== BUCKET) {
      return request.method === 'HEAD' ? { status: 404 } : refusal(404, 'NoSuchBucket');
    }
    const ifNoneMatch = request.headers['if-none-match'] === '*';
    return objects.answer({ method: request.method ?? '', key: key.join('/'), query: searchParams, ifNoneMatch, body });
  };

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (fault?.(request, response) !== true) {
      // A client that breaks off in the middle of a body stored nothing.
      answer(request).then(
        (found) => send(response, found),
        () => response.destroy(),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, prefix: 'shed', region: 'us-east-1', keyId: KEY_ID, secret: SECRET },
    requests,
    uploads: objects.uploads,
    keep: objects.keep,
    setFault: (given) => {
      fault = given;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
