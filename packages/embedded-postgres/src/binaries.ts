import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import process from 'node:process';
import { type Account, giveTree, may } from './account.ts';
import { codeOf, EmbeddedError } from './embedded-error.ts';

/** The binaries of one PostgreSQL, ready to run. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** `18`: a cluster of another major version cannot be opened. */
  readonly major: string;
}

interface Link {
  /** The file and the link that points to it, both relative to the package's root. */
  readonly source: string;
  readonly target: string;
}

const isLink = (link: unknown): link is Link =>
  typeof link === 'object' &&
  link !== null &&
  'source' in link &&
  'target' in link &&
  typeof link.source === 'string' &&
  typeof link.target === 'string';

const linksOf = (root: string): Link[] => {
  const list = join(root, 'native', 'pg-symlinks.json');
  const links: unknown = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  return Array.isArray(links) ? links.filter(isLink) : [];
};

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Creates the links between libraries that npm packages cannot contain, and without which the binaries exit with 127. The package's own
 * install script does that, but npm may hold install scripts back. Returns false if a link is missing and we may not write to the folder.
 */
export const makeLinks = (root: string): boolean => {
  for (const { source, target } of linksOf(root).filter((link) => !isThere(join(root, link.target)))) {
    try {
      symlinkSync(basename(source), join(root, target));
    } catch (error) {
      if (codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS' || codeOf(error) === 'EPERM') {
        return false;
      }
      // Another process that starts at the same moment created it.
      if (codeOf(error) !== 'EEXIST') {
        throw error;
      }
    }
  }
  return true;
};

/** The version of the installed binaries according to the package, `18.4.0-beta.17`. */
export const installedVersion = (packageDir: string): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string') {
    return manifest.version;
  }
  throw new EmbeddedError(`The database program in ${packageDir} is incomplete: run npm install again.`);
};

/** The binaries in a folder with the layout of a package of them. */
export const programsBelow = (root: string, version: string): Binaries => {
  const program = (name: string): string => join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), major: version.split('.')[0] ?? version };
};

/** The major version of the installed PostgreSQL, without preparing anything. */
export const installedMajor = (packageDir: string): string => programsBelow(packageDir, installedVersion(packageDir)).major;

/** Where a home keeps the binaries of a version. */
export const keptFolder = (home: string, version: string): string => join(home, `binaries-${version}`);

const copyInto = (home: string, packageDir: string, version: string, account: Account | undefined): string => {
  const copy = keptFolder(home, version);
  if (!existsSync(copy)) {
    // Renamed when complete, so that an interrupted copy starts over.
    const incomplete = `${copy}.incomplete`;
    rmSync(incomplete, { recursive: true, force: true });
    cpSync(join(packageDir, 'native'), join(incomplete, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => extname(path) !== '.a',
    });
    makeLinks(incomplete);
    if (account !== undefined) {
      giveTree(incomplete, account);
    }
    renameSync(incomplete, copy);
  }
  return copy;
};

/**
 * Returns binaries that the account can run. They are used where npm put them; only if that folder is closed to the account, or closed to
 * us while links are missing, are they copied (once per version) into `home`, which must be locked.
 */
export const readyBinaries = async (packageDir: string, home: string, account: Account | undefined): Promise<Binaries> => {
  const version = installedVersion(packageDir);
  const installed = programsBelow(packageDir, version);
  if (makeLinks(packageDir) && (await may(account, installed.postgres, '-r', '-x'))) {
    return installed;
  }
  return programsBelow(copyInto(home, packageDir, version, account), version);
};

/**
 * Returns binaries for a second server next to the one of `home`, whose lock another program may have: that program's copy if there is one,
 * otherwise from `own`, a folder of the caller's.
 */
export const binariesBeside = async (packageDir: string, home: string, own: string, account: Account | undefined): Promise<Binaries> => {
  const version = installedVersion(packageDir);
  const copied = keptFolder(home, version);
  return existsSync(copied) ? programsBelow(copied, version) : readyBinaries(packageDir, own, account);
};
