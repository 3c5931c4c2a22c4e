import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type Account, give, giveTree, isRoot, may, unprivilegedAccount } from './account.ts';
import { codeOf, EmbeddedError, reasonOf } from './embedded-error.ts';
import type { Program } from './program.ts';
import { finishSwitch } from './upgrade/switch.ts';

/** Where a database is, and which account its server runs as. */
export interface Place {
  /** Private to us, mode 0700, owned by the account: cluster, socket, log, and possibly a copy of the binaries. */
  readonly home: string;
  readonly account: Account | undefined;
  readonly program: Program;
}

/** The intended owner of a folder. */
type Owner = Pick<Place, 'account' | 'program'>;

/** The cluster (PGDATA) of a home. It exists whole or not at all. */
export const clusterOf = (home: string): string => join(home, 'cluster');

/** Sixteen characters that identify a path, short enough for a socket's folder. */
export const shortNameOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 16);

const POINTER = 'postgres-is-elsewhere.txt';

const isCluster = (home: string): boolean => existsSync(join(clusterOf(home), 'PG_VERSION'));

// The creator of the home remains its owner, so that root may start an ordinary user's program and that user may start it again afterwards.
const accountFor = (home: string, program: Program): Account | undefined => {
  const found = statSync(home, { throwIfNoEntry: false });
  if (!isRoot()) {
    if (found !== undefined && process.getuid !== undefined && found.uid !== process.getuid()) {
      const advice = `Start ${program.name} as that user or as root, or set ${program.folderSetting} to another folder.`;
      throw new EmbeddedError(`The database in ${home} belongs to another user (number ${found.uid}). ${advice}`);
    }
    return undefined;
  }
  return found !== undefined && found.uid > 0 ? { uid: found.uid, gid: found.gid } : unprivilegedAccount(program);
};

/** Creates the folder as ours (0700, owned by the account) or takes the one that we created before; refuses one of anyone else. */
export const ownFolder = (path: string, { account, program }: Owner): void => {
  try {
    mkdirSync(path, { mode: 0o700 });
    give(path, account);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw error;
    }
    // Below /tmp anyone may have created it, or a link in its place.
    const found = lstatSync(path);
    const owners = [process.getuid?.(), account?.uid];
    if (!found.isDirectory() || (process.getuid !== undefined && !owners.includes(found.uid))) {
      throw new EmbeddedError(
        `The database needs the folder ${path}, but it belongs to somebody else. Remove it, then start ${program.name} again.`,
      );
    }
    if (account !== undefined && found.uid !== account.uid) {
      give(path, account);
    }
  }
};

// Also true: a file system that takes chown and ignores it (shared folders of virtual machines), where PostgreSQL would refuse to start.
const isUsable = async (home: string, account: Account, program: Program): Promise<boolean> => {
  try {
    ownFolder(home, { account, program });
  } catch (error) {
    if (error instanceof EmbeddedError) {
      throw error;
    }
    return false;
  }
  const { uid, mode } = statSync(home);
  return uid === account.uid && (mode & 0o077) === 0 && (await may(account, home, '-r', '-w', '-x'));
};

const openBase = (base: string): boolean => {
  try {
    mkdirSync(base, { recursive: true });
    const found = lstatSync(base);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) {
      return false;
    }
    // Whatever our umask: the account must pass through it to its own folder.
    chmodSync(base, 0o755);
    return true;
  } catch {
    return false;
  }
};

const placeElsewhere = async (dataDir: string, sharedPlaces: readonly string[], account: Account, program: Program): Promise<string> => {
  for (const base of sharedPlaces) {
    const home = join(base, shortNameOf(dataDir));
    if (openBase(base) && (await isUsable(home, account, program))) {
      return home;
    }
  }
  throw new EmbeddedError(
    `PostgreSQL refuses to run as root and ${dataDir} is closed to every other account, as are ${sharedPlaces.join(' and ')}. ` +
      `Start ${program.name} as an ordinary user, or set ${program.folderSetting} to a folder below one that others may enter, such as /srv/${program.key}.`,
  );
};

const noteOf = (dataDir: string): string | undefined => {
  const pointer = join(dataDir, POINTER);
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : '';
  return home === '' ? undefined : home;
};

const pointedAt = (dataDir: string): string | undefined => {
  const pointer = join(dataDir, POINTER);
  const home = noteOf(dataDir);
  if (home !== undefined && !isCluster(home)) {
    // Starting empty instead would look like the loss of everything, and might be followed by it.
    const advice = `Bring that folder back, or delete ${pointer} to start with an empty database.`;
    throw new EmbeddedError(`The database of ${dataDir} was in ${home} and is no longer there. ${advice}`);
  }
  return home;
};

/** Records where the cluster of this folder is, if that is not inside; later starts look only there. */
export const rememberPlace = (dataDir: string, home: string): void => {
  const pointer = join(dataDir, POINTER);
  if (dirname(home) !== dataDir && !existsSync(pointer)) {
    writeFileSync(`${pointer}.new`, `${home}\n`, { flush: true });
    renameSync(`${pointer}.new`, pointer);
  }
};

/** Where the cluster of `dataDir` (a real path) is, if it has one; nothing is made or changed. */
export const knownPlace = (dataDir: string, program: Program): Place | undefined => {
  const inside = join(dataDir, 'postgres');
  const home = pointedAt(dataDir) ?? (isCluster(inside) ? inside : undefined);
  return home === undefined ? undefined : { home, account: accountFor(home, program), program };
};

/** Forgets the location of a cluster that is gone, so that it can be restored elsewhere. */
export const forgetLostPlace = (dataDir: string): void => {
  const pointer = join(dataDir, POINTER);
  if (existsSync(pointer) && !isCluster(readFileSync(pointer, 'utf8').trim())) {
    rmSync(pointer);
  }
};

/** Every possible home of a folder (a real path): inside, or one of the others. */
export const possibleHomes = (dataDir: string, sharedPlaces: readonly string[]): string[] => [
  join(dataDir, 'postgres'),
  ...sharedPlaces.map((base) => join(base, shortNameOf(dataDir))),
];

const discard = (folder: string): void => {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty, or never made.
  }
};

/** Kept binaries keep their owner: they may be hard links to the package's own files. */
const giveHome = (home: string, account: Account): void => {
  give(home, account);
  for (const name of readdirSync(home).filter((entry) => !entry.startsWith('binaries-'))) {
    giveTree(join(home, name), account);
  }
};

const takeOver = async (place: Place): Promise<Place> => {
  const { home, account, program } = place;
  if (account !== undefined && statSync(clusterOf(home)).uid !== account.uid) {
    // A cluster owned by root: restored from a copy.
    giveHome(home, account);
  }
  if (!(await may(account, clusterOf(home), '-r', '-w', '-x'))) {
    const advice = `Open the folders above it to that user (chmod o+x), or start ${program.name} as that user.`;
    throw new EmbeddedError(`The database is in ${home}, which is closed to the user that it runs as (number ${account?.uid}). ${advice}`);
  }
  return place;
};

/**
 * Finds or chooses the home of the database of `dataDir` (a real path, locked), the same one at every start. It is inside, unless we are
 * root (which PostgreSQL refuses) and the folder is closed to everyone else.
 */
export const findPlace = async (dataDir: string, sharedPlaces: readonly string[], program: Program): Promise<Place> => {
  const inside = join(dataDir, 'postgres');
  const noted = noteOf(dataDir) ?? inside;
  if (existsSync(noted)) {
    // First refuse one that belongs to someone else.
    accountFor(noted, program);
    finishSwitch(noted);
  }
  const existing = pointedAt(dataDir) ?? (isCluster(inside) ? inside : undefined);
  if (existing !== undefined) {
    return takeOver({ home: existing, account: accountFor(existing, program), program });
  }
  const account = accountFor(inside, program);
  if (account === undefined) {
    ownFolder(inside, { account, program });
    return { home: inside, account, program };
  }
  if (await isUsable(inside, account, program)) {
    return { home: inside, account, program };
  }
  discard(inside);
  return { home: await placeElsewhere(dataDir, sharedPlaces, account, program), account, program };
};

/** The data folder as a real path, created if missing. */
export const openDataDir = (dataDir: string, { folderSetting }: Program): string => {
  try {
    // Without a mode: with one, recursive mkdir would close the parents that it makes as well.
    mkdirSync(dataDir, { recursive: true });
    return realpathSync.native(dataDir);
  } catch (error) {
    throw new EmbeddedError(
      `The folder ${dataDir} cannot be made: ${reasonOf(error)}. Set ${folderSetting} to a folder that can be written to.`,
      error,
    );
  }
};
