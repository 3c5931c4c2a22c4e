import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, refusal } from '#shared/lib/errors.ts';
import type { ByteRange } from '#server/ports/files.ts';
import type { DownloadReply, FileReply } from '#server/handlers/types.ts';

/**
 * The requested range, clipped to the file. Several at once, other units and malformed ones mean the whole file, which RFC 9110, section
 * 14.2, always allows.
 */
export const rangeOf = (header: string | undefined, byteLength: number): ByteRange | 'whole' | 'outside' => {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  const last = byteLength - 1;
  if (from === '') {
    if (to === '') {
      return 'whole';
    }
    return Number(to) === 0 || byteLength === 0 ? 'outside' : { start: Math.max(0, byteLength - Number(to)), end: last };
  }
  const [start, end] = [Number(from), to === '' ? last : Math.min(Number(to), last)];
  if (to !== '' && Number(to) < start) {
    return 'whole';
  }
  return start > last ? 'outside' : { start, end };
};

/**
 * Whether the browser has it already. Our tags are strong, and `W/` before one that was weakened on the way is ignored (RFC 9110, section
 * 13.1.2).
 */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);

const rangeAskedFor = ({ method, headers }: FastifyRequest, etag: string): string | undefined => {
  const condition = headers['if-range'];
  return method === 'GET' && (condition === undefined || condition === etag) ? headers.range : undefined;
};

const gone = (): AppError => refusal('not_found', 'fileBytesMissing');

/** Sends a file or the requested range of it (RFC 9110, section 14), or a 304 if the browser has it already. */
export const sendFile = async (request: FastifyRequest, reply: FastifyReply, file: FileReply): Promise<FastifyReply> => {
  const etag = `"${file.name}"`;
  // Revalidated each time, which costs a 304: what one person was shown must not be shown to the next on the same device (decision 0041).
  const describe = (status: number) => reply.code(status).header('etag', etag).header('cache-control', 'private, no-cache');
  if (isKnown(request.headers['if-none-match'], etag)) {
    return describe(304).send();
  }
  const byteLength = await file.size();
  if (byteLength === undefined) {
    throw gone();
  }
  const range = rangeOf(rangeAskedFor(request, etag), byteLength);
  reply.header('accept-ranges', 'bytes');
  if (range === 'outside') {
    reply.header('content-range', `bytes */${byteLength}`);
    throw refusal('unsatisfiable_range', 'fileRangeOutside', { bytes: byteLength });
  }
  // The framework would read a whole file only to answer HEAD without it.
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await file.open(range === 'whole' ? undefined : range);
  if (!bytes) {
    throw gone();
  }
  if (range === 'whole') {
    describe(200).header('content-length', byteLength);
  } else {
    describe(206).header('content-length', range.end - range.start + 1);
    reply.header('content-range', `bytes ${range.start}-${range.end}/${byteLength}`);
  }
  return reply
    .type(file.contentType)
    .header('content-disposition', file.isInline ? 'inline' : 'attachment')
    .send(bytes);
};

/** What browsers show, under its name, where they are asked to; they save everything else. */
const dispositionOf = (contentType: string): 'inline' | 'attachment' => (contentType === 'application/pdf' ? 'inline' : 'attachment');

/** Sends a file that is generated while it is sent, so that its length is not known in advance. */
export const sendDownload = async (request: FastifyRequest, reply: FastifyReply, { name, contentType, open }: DownloadReply) => {
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await open();
  if (reply.raw.destroyed) {
    // Nobody reads it anymore; its resources are released.
    bytes.destroy();
  }
  return reply
    .type(contentType)
    .header('content-disposition', `${dispositionOf(contentType)}; filename="${name}"`)
    .send(bytes);
};
