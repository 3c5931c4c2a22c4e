import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';

/*
 * From one cluster to the next, in steps that each happen or do not, so that whoever is killed between two of them is understood by the next start:
 *
 *   upgrade-18/cluster     is being filled: thrown away by the next start, which begins anew
 *   upgraded-18/cluster    whole and on disk. With `cluster` beside it: thrown away as well, for somebody may have written there since
 *   cluster.before-18      the old one, out of the way. Without `cluster` beside it: the next start takes the whole one, and goes on
 *   cluster                the new one; the old one stays until somebody removes it
 */

const WHOLE = 'upgraded-';
const FILLING = 'upgrade-';

const clusterIn = (folder: string): string => join(folder, 'cluster');

const foldersOf = (home: string, prefix: string): string[] =>
  (existsSync(home) ? readdirSync(home) : []).filter((name) => name.startsWith(prefix)).map((name) => join(home, name));

/** Where a cluster of the major is filled: a home of its own within the home. */
export const fillingHome = (home: string, major: string): string => join(home, `${FILLING}${major}`);

/** Throws away what a carrying over that was ended left half done. */
export const removeHalfDone = (home: string): void => {
  for (const folder of [...foldersOf(home, FILLING), ...foldersOf(home, WHOLE)]) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
};

// Not those that a restore put aside, whose names end in a moment.
const OF_BEFORE = /^cluster\.before-\d+(-\d+)?$/;

/** Whether a cluster of an earlier major is still kept. */
export const hasClusterOfBefore = (home: string): boolean => readdirSync(home).some((name) => OF_BEFORE.test(name));

const move = (home: string, from: string, to: string): void => {
  renameSync(from, to);
  syncFolder(home);
};

/** Goes on with a switch whose old cluster is out of the way already. Call it before anybody looks whether there is a cluster. */
export const finishSwitch = (home: string): void => {
  const whole = foldersOf(home, WHOLE).find((folder) => existsSync(clusterIn(folder)));
  if (whole !== undefined && !existsSync(clusterIn(home))) {
    move(home, clusterIn(whole), clusterIn(home));
    rmSync(whole, { recursive: true, force: true });
  }
};

const freeName = (path: string): string => {
  let free = path;
  for (let number = 2; existsSync(free); number += 1) {
    free = `${path}-${number}`;
  }
  return free;
};

/** Puts the filled cluster, which is on disk, into the place of the old one. Returns where that is kept. */
export const switchClusters = (home: string, major: string): string => {
  const whole = join(home, `${WHOLE}${major}`);
  const before = freeName(join(home, `cluster.before-${major}`));
  move(home, fillingHome(home, major), whole);
  move(home, clusterIn(home), before);
  finishSwitch(home);
  return basename(before);
};
