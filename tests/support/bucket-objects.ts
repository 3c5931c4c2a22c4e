import { createHash, randomUUID } from 'node:crypto';

/** What a request asks of a bucket. */
export interface Asked {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly ifNoneMatch: boolean;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
}

interface Upload {
  readonly key: string;
  initiated: Date;
  readonly parts: Map<number, Buffer>;
}

const PAGE = 1_000;
const LEAST_PART_BYTES = 5 * 1024 * 1024;

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
const xml = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${text}`,
});
export const refusal = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
const inByteOrder = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What a bucket keeps, and what it answers, by Amazon's reference of S3's calls. */
export const createBucketObjects = () => {
  const objects = new Map<string, { readonly bytes: Buffer; readonly modified: Date }>();
  const uploads = new Map<string, Upload>();

  const keep = (key: string, bytes: Buffer): void => void objects.set(key, { bytes, modified: new Date() });

  const put = ({ key, body, ifNoneMatch, query }: Asked): Answer => {
    const uploadId = query.get('uploadId');
    if (uploadId !== null) {
      uploads.get(uploadId)?.parts.set(Number(query.get('partNumber')), body);
      return uploads.has(uploadId) ? { status: 200, headers: { etag: etagOf(body) } } : refusal(404, 'NoSuchUpload');
    }
    if (ifNoneMatch && objects.has(key)) {
      return refusal(412, 'PreconditionFailed');
    }
    keep(key, body);
    return { status: 200, headers: { etag: etagOf(body) } };
  };

  const begin = ({ key }: Asked): Answer => {
    const uploadId = randomUUID();
    uploads.set(uploadId, { key, initiated: new Date(), parts: new Map() });
    return xml(200, `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`);
  };

  const complete = ({ key, query, body }: Asked): Answer => {
    const upload = uploads.get(query.get('uploadId') ?? '');
    const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.+?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }));
    const parts = named.map(({ number }) => upload?.parts.get(number) ?? Buffer.alloc(0));
    if (upload === undefined || named.some(({ etag }, at) => etag !== etagOf(parts[at] ?? Buffer.alloc(0)))) {
      return refusal(400, 'InvalidPart');
    }
    if (parts.slice(0, -1).some((part) => part.length < LEAST_PART_BYTES)) {
      return refusal(400, 'EntityTooSmall');
    }
    keep(key, Buffer.concat(parts));
    uploads.delete(query.get('uploadId') ?? '');
    return xml(200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  };

  const list = ({ query }: Asked): Answer => {
    const prefix = query.get('prefix') ?? '';
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && inByteOrder(key, after) > 0).sort(inByteOrder);
    const page = keys.slice(0, PAGE);
    const contents = page.map((key) => {
      const { bytes, modified } = objects.get(key) ?? { bytes: Buffer.alloc(0), modified: new Date() };
      return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const next = keys.length > PAGE ? Buffer.from(page.at(-1) ?? '').toString('base64') : '';
    const more = next === '' ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
    return xml(200, `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`);
  };

  const listUploads = ({ query }: Asked): Answer => {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
    const told = found.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return xml(200, `<ListMultipartUploadsResult>${told.join('')}</ListMultipartUploadsResult>`);
  };

  const get = (asked: Asked): Answer => {
    const { method, key } = asked;
    if (key === '') {
      return asked.query.has('uploads') ? listUploads(asked) : list(asked);
    }
    const object = objects.get(key);
    if (object === undefined) {
      return method === 'HEAD' ? { status: 404 } : refusal(404, 'NoSuchKey');
    }
    return { status: 200, headers: { 'content-length': String(object.bytes.length) }, ...(method === 'GET' && { body: object.bytes }) };
  };

  const remove = ({ key, query }: Asked): Answer => {
    const uploadId = query.get('uploadId');
    if (uploadId === null) {
      objects.delete(key);
    } else {
      uploads.delete(uploadId);
    }
    return { status: 204 };
  };

  return {
    /** Parts that became nothing yet: when they began, by their number. */
    uploads,
    keep,
    answer: (asked: Asked): Answer => {
      switch (asked.method) {
        case 'PUT':
          return put(asked);
        case 'POST':
          return asked.query.has('uploads') ? begin(asked) : complete(asked);
        case 'GET':
        case 'HEAD':
          return get(asked);
        case 'DELETE':
          return remove(asked);
        default:
          return refusal(405, 'MethodNotAllowed');
      }
    },
  };
};
