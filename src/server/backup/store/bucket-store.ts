import process from 'node:process';
import { PassThrough, Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { BucketSettings } from '#server/env/backup.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { explainBucketError, nameOfError, statusOf } from '#server/backup/store/bucket-errors.ts';
import { cut } from '#server/backup/store/cut.ts';
import { inOrder } from '#server/backup/store/in-order.ts';
import { isStoreName, requireStoreName } from '#server/backup/store/names.ts';

/** The minimum size of a part of a multipart upload in S3. Anything shorter is sent in one request. */
export const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** The client's timeouts, and how often it tries. */
export interface Patience {
  readonly connectMs: number;
  /** For the next byte, in either direction. */
  readonly silenceMs: number;
  /** For the answer to a part of 5 MiB, over the line of a farm shed. */
  readonly answerMs: number;
  readonly attempts: number;
}

const PATIENCE: Patience = { connectMs: 10_000, silenceMs: 60_000, answerMs: 600_000, attempts: 4 };

const createClient = ({ endpoint, region, keyId, secret }: BucketSettings, patience: Patience): S3Client => {
  // It would tell operators which Node its later versions want; which one we want is ours to tell.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  return new S3Client({
    // A self-hosted service seldom has a host name per bucket.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    maxAttempts: patience.attempts,
    requestHandler: {
      connectionTimeout: patience.connectMs,
      socketTimeout: patience.silenceMs,
      requestTimeout: patience.answerMs,
      throwOnRequestTimeout: true,
    },
    // Checksums that only Amazon's own service is sure to support; ours are in the names and in the manifests.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
};

/** The bytes, with errors translated on the way. */
const withErrors = (bytes: Readable, explain: (error: unknown) => unknown): Readable => {
  const passed = bytes.pipe(new PassThrough()).once('close', () => bytes.destroy());
  bytes.once('error', (error) => passed.destroy(explain(error) as Error));
  return passed;
};

const isNotFound = (error: unknown): boolean => statusOf(error) === 404 && nameOfError(error) !== 'NoSuchBucket';

const placeOf = ({ bucket, prefix }: BucketSettings): string => `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;

/**
 * Stores items in a bucket that speaks S3: in one request, or as a multipart upload. Nothing is overwritten: by a conditional write where
 * the service supports it; elsewhere we look first.
 */
export const bucketStore = (settings: BucketSettings, patience: Patience = PATIENCE): BackupStore => {
  const place = placeOf(settings);
  const client = createClient(settings, patience);
  const Bucket = settings.bucket;
  const prefixOfAll = settings.prefix === '' ? '' : `${settings.prefix}/`;
  let knowsCondition = true;

  const keyOf = (name: string): string => {
    requireStoreName(name);
    return `${prefixOfAll}${name}`;
  };

  const explain = (error: unknown): unknown => explainBucketError(error, settings, place);
  const explained = (error: unknown): never => {
    throw explain(error);
  };

  const sizeOf = async (Key: string): Promise<number | undefined> => {
    try {
      return (await client.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength ?? 0;
    } catch (error) {
      if (isNotFound(error)) {
        return undefined;
      }
      throw error;
    }
  };

  const putWhole = async (Key: string, bytes: Uint8Array): Promise<void> => {
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ...(knowsCondition && { IfNoneMatch: '*' }) }));
    } catch (error) {
      if (statusOf(error) === 412) {
        // Someone else was faster with the same item.
        return;
      }
      if (!knowsCondition || statusOf(error) !== 501) {
        throw error;
      }
      knowsCondition = false;
      await putWhole(Key, bytes);
    }
  };

  const putParts = async (Key: string, parts: AsyncIterable<Buffer>): Promise<void> => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const upload = { Bucket, Key, UploadId };
    let count = 0;
    const putPart = async (Body: Buffer) => {
      count += 1;
      const PartNumber = count;
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      return { PartNumber, ETag };
    };
    try {
      const Parts = [];
      for await (const part of inOrder(parts, PARTS_AT_ONCE, putPart)) {
        Parts.push(part);
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    } catch (error) {
      // What cannot be undone now is cleaned up later.
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  };

  const putStream = async (Key: string, bytes: Readable): Promise<void> => {
    const parts = cut(bytes as AsyncIterable<Uint8Array>, PART_BYTES);
    const first = await parts.next();
    const part = first.done === true ? Buffer.alloc(0) : first.value;
    if (part.length < PART_BYTES) {
      await putWhole(Key, part);
      return;
    }
    await putParts(
      Key,
      (async function* all() {
        yield part;
        yield* parts;
      })(),
    );
  };

  const keep = async (Key: string, bytes: Readable | Uint8Array): Promise<void> => {
    if ((await sizeOf(Key)) === undefined) {
      await (bytes instanceof Readable ? putStream(Key, bytes) : putWhole(Key, bytes));
    }
  };

  return {
    place,

    put: async (name, bytes) => {
      if (!(bytes instanceof Readable)) {
        await keep(keyOf(name), bytes).catch(explained);
        return;
      }
      // It may fail before it is read, when nothing listens yet; reading it fails then.
      bytes.on('error', () => undefined);
      try {
        await keep(keyOf(name), bytes);
      } catch (error) {
        explained(error);
      } finally {
        bytes.destroy();
      }
    },

    open: async (name) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(name) }));
        return Body instanceof Readable ? withErrors(Body, explain) : undefined;
      } catch (error) {
        return isNotFound(error) ? undefined : explained(error);
      }
    },

    size: async (name) => sizeOf(keyOf(name)).catch(explained),
    nameOf: (name) => name,

    list: async function* list(prefix) {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefixOfAll}${prefix}` })) {
          for (const { Key = '', Size = 0, LastModified } of Contents) {
            const name = Key.slice(prefixOfAll.length);
            if (isStoreName(name) && LastModified !== undefined) {
              yield { name, bytes: Size, keptAt: LastModified };
            }
          }
        }
      } catch (error) {
        explained(error);
      }
    },

    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) })).catch(explained);
    },

    tidy: async (before) => {
      try {
        const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefixOfAll }));
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (Initiated !== undefined && Initiated < before) {
            await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
          }
        }
      } catch (error) {
        // Not every service lists them; such a service expires them by its own rules.
        if (statusOf(error) !== 501 && statusOf(error) !== 405) {
          explained(error);
        }
      }
    },
  };
};
