import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, refusal } from '#shared/lib/errors.ts';
import type { RequestTurns } from '#server/http/request-turns.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '#server/private-files.ts';
import { BODY_IN_MEMORY, JSON_BODY } from '#server/work/bounds.ts';
import { measureJson } from '#server/work/json-measure.ts';
import { openShare } from '#server/work/scratch.ts';

const JSON_TYPE = 'application/json';

/** Only uncompressed bodies: compressed ones could unfold to anything. */
const refuseEncoded = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers }) => {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw refusal('unsupported_media_type', 'bodyEncoded');
    }
  });
};

const parserOf = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      // It calls back at once, and returns nothing else.
      void parse(request, text, (error, body) => (error ? reject(error) : resolve(body)));
    });
};

/** Accepts JSON bodies, each measured before it is parsed. */
export const takeJson = (app: FastifyInstance): void => {
  refuseEncoded(app);
  const parse = parserOf(app);
  app.removeContentTypeParser(JSON_TYPE);
  app.addContentTypeParser<Buffer>(JSON_TYPE, { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    measureJson(JSON_BODY).add(bytes);
    return parse(request, bytes.toString());
  });
};

interface Arrived {
  /** All of it, unless it is in the file. */
  readonly bytes: Buffer;
  readonly isInFile: boolean;
}

const tooLarge = (): AppError => refusal('too_large', 'bodyTooLarge');

const openNew = async (path: string): Promise<FileHandle> => {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  return open(path, 'wx', PRIVATE_FILE);
};

/** Measures the body while it arrives. Large ones go to the file, so that many slow senders take no memory. */
const receive = async ({ raw, headers, routeOptions }: FastifyRequest, path: string, count: (bytes: number) => void): Promise<Arrived> => {
  const most = routeOptions.bodyLimit;
  if (Number(headers['content-length']) > most) {
    throw tooLarge();
  }
  const measure = measureJson(JSON_BODY);
  let chunks: Buffer[] = [];
  let byteLength = 0;
  let file: FileHandle | undefined;
  try {
    // Destroying the request would take the connection along, and the answer with it.
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      byteLength += chunk.length;
      if (byteLength > most) {
        throw tooLarge();
      }
      measure.add(chunk);
      chunks.push(chunk);
      if (file !== undefined || byteLength > BODY_IN_MEMORY) {
        const bytes = Buffer.concat(chunks);
        chunks = [];
        count(bytes.length);
        file ??= await openNew(path);
        await file.writeFile(bytes);
      }
    }
  } catch (error) {
    raw.resume();
    throw error instanceof Error && 'code' in error && error.code === 'ECONNRESET' ? refusal('malformed', 'bodyCutOff') : error;
  } finally {
    await file?.close();
  }
  return { bytes: Buffer.concat(chunks), isInFile: file !== undefined };
};

/** The same for calls that accept photos inside their JSON: large ones are read when their turn comes, one at a time. */
export const takeLargeJson = (
  app: FastifyInstance,
  { scratchFolder, requestTurns }: { scratchFolder: string; requestTurns: RequestTurns },
): void => {
  const parse = parserOf(app);
  app.removeContentTypeParser(JSON_TYPE);
  app.addContentTypeParser(JSON_TYPE, async (request: FastifyRequest) => {
    const path = join(scratchFolder, `body-${randomUUID()}`);
    const share = openShare();
    let hasFile = false;
    try {
      const { bytes, isInFile } = await receive(request, path, (count) => {
        hasFile = true;
        share.add(count);
      });
      if (isInFile) {
        await requestTurns.enter('largeBodies', request);
      }
      return await parse(request, (isInFile ? await readFile(path) : bytes).toString());
    } finally {
      if (hasFile) {
        await rm(path, { force: true });
      }
      share.release();
    }
  });
};
