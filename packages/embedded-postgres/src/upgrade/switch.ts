import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { syncFolder } from '../sync-folder.ts';

/*
 * From one cluster to the next in atomic steps, so that the next start can tell where an interrupted switch stopped:
 *
 *   upgrade-18/cluster     is being filled: the next start discards it and starts over
 *   upgraded-18/cluster    complete and on disk. If there is also `cluster`: discarded as well, because that may have been written to since
 *   cluster.before-18      the old one, out of the way. If there is no `cluster`: the next start puts the complete one in its place
 *   cluster                the new one; the old one stays until a person removes it
 */

const WHOLE = 'upgraded-';
const FILLING = 'upgrade-';

const clusterIn = (folder: string): string => join(folder, 'cluster');

const foldersOf = (home: string, prefix: string): string[] =>
  (existsSync(home) ? readdirSync(home) : []).filter((name) => name.startsWith(prefix)).map((name) => join(home, name));

/** Where a cluster of the major version is filled: a home of its own within the home. */
export const fillingHome = (home: string, major: string): string => join(home, `${FILLING}${major}`);

/** Removes what an interrupted migration left half done. */
export const removeHalfDone = (home: string): void => {
  for (const folder of [...foldersOf(home, FILLING), ...foldersOf(home, WHOLE)]) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
};

// Not those that a restore put aside, whose names end in a timestamp.
const OF_BEFORE = /^cluster\.before-\d+(-\d+)?$/;

/** Whether a cluster of an earlier major is still kept. */
export const hasClusterOfBefore = (home: string): boolean => readdirSync(home).some((name) => OF_BEFORE.test(name));

const move = (home: string, from: string, to: string): void => {
  renameSync(from, to);
  syncFolder(home);
};

/** Finishes a switch whose old cluster is already out of the way. Call it before looking whether there is a cluster. */
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

/** Puts the filled cluster, which is on disk, in place of the old one. Returns where that is kept. */
export const switchClusters = (home: string, major: string): string => {
  const whole = join(home, `${WHOLE}${major}`);
  const before = freeName(join(home, `cluster.before-${major}`));
  move(home, fillingHome(home, major), whole);
  move(home, clusterIn(home), before);
  finishSwitch(home);
  return basename(before);
};
