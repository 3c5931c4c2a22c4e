import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const isNodeError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'code' in error;

/**
 * The secrets that sessions are hashed with, newest first: stored in `dataDir`, where the first start generates one. Without them all
 * sessions end.
 */
export const keptSessionSecret = async (dataDir: string): Promise<readonly string[]> => {
  const path = join(dataDir, 'session-secret');
  const read = async () => (await readFile(path, 'utf8')).split(/\s+/).filter((word) => word !== '');
  try {
    return await read();
  } catch (error) {
    if (!isNodeError(error) || error.code !== 'ENOENT') {
      throw error;
    }
  }
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  // A link is created whole or not at all, and fails if another program was first: then its secret counts.
  await link(draft, path).catch((error: unknown) => {
    if (!isNodeError(error) || error.code !== 'EEXIST') {
      throw error;
    }
  });
  await rm(draft);
  return read();
};
