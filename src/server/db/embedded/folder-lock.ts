import { spawn } from 'node:child_process';
import { closeSync, constants, fchownSync, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedError, reasonOf } from '#server/db/embedded/embedded-error.ts';
import { isRoot } from '#server/db/embedded/account.ts';

/*
 * One program a folder. Only the kernel's own locks can do that: a file that merely exists outlives SIGKILL and reboot, its process id is given
 * to somebody else, and clearing it away races with whoever does the same. A kernel lock is taken in one step and ends with its holder.
 *
 * - Linux: flock(2). Node cannot call it, but such a lock belongs to the open file, not to the process: flock(1) is handed our open file, locks it
 *   and leaves, and the lock stays until our descriptor is closed. It is seen across containers and (with NFS) machines that share the folder.
 * - macOS: the same lock, taken by open(2) itself (O_EXLOCK).
 * - Windows, and a Linux without flock(1) or on a file system without such locks: listening on a name that the system forgets with us (a named
 *   pipe, an abstract socket). Not seen from another container.
 *
 * The file is never deleted: a new one under the same name would be a second lock. The process id in it only serves the message.
 */

/** The folder is another program's, for now. */
export class FolderTakenError extends EmbeddedError {}

/** A folder of ours until `release`, or until this process ends in whatever way. */
export interface FolderLock {
  release(): void;
}

const LOCK_FILE = 'headland.lock';
// Missing from Node's constants; this is its value on macOS, the only system it is used on.
const O_EXLOCK = 0x20;

const openLockFile = (folder: string): number | undefined => {
  // Root also locks folders of others, who must not lead it elsewhere by a link. (Windows has no such flag: undefined counts as 0.)
  const exclusive = process.platform === 'darwin' ? constants.O_NONBLOCK | O_EXLOCK : 0;
  try {
    return openSync(join(folder, LOCK_FILE), constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW | exclusive, 0o644);
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') {
      return undefined;
    }
    throw new EmbeddedError(
      `The folder ${folder} cannot be used: ${reasonOf(error)}. Set DATA_DIR to a folder that can be written to.`,
      error,
    );
  }
};

const lockOpenFile = async (file: number): Promise<'ours' | 'taken' | 'impossible'> =>
  new Promise((resolve) => {
    const child = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
    child.once('error', () => resolve('impossible'));
    child.once('exit', (code) => resolve(code === 0 ? 'ours' : code === 1 ? 'taken' : 'impossible'));
  });

/** Takes a name that this system forgets when we end; `undefined` when somebody has it. For systems without file locks. */
export const lockByName = async (name: string): Promise<FolderLock | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, () => resolve({ release: () => server.close() }));
  });

// The file's number rather than its path: however the folder is reached, it is the same lock.
const nameOf = (file: number): string => {
  const { dev, ino } = fstatSync(file, { bigint: true });
  return `headland-${dev}-${ino}`;
};

const signFile = (file: number, folder: string): void => {
  try {
    if (isRoot()) {
      // An ordinary user whose folder it is must be able to open the file when root no longer uses it.
      const { uid, gid } = statSync(folder);
      fchownSync(file, uid, gid);
    }
    ftruncateSync(file);
    writeSync(file, `${process.pid}\n`, 0);
  } catch {
    // A full disk, or a file system without owners: the lock holds all the same, only the message will name no process.
  }
};

const take = async (folder: string): Promise<FolderLock | undefined> => {
  const file = openLockFile(folder);
  if (file === undefined) {
    return undefined;
  }
  const byFile = process.platform === 'linux' ? await lockOpenFile(file) : process.platform === 'darwin' ? 'ours' : 'impossible';
  const byName = byFile === 'impossible' ? await lockByName(nameOf(file)) : undefined;
  if (byFile !== 'ours' && byName === undefined) {
    closeSync(file);
    return undefined;
  }
  signFile(file, folder);
  let held = true;
  return {
    release: () => {
      if (held) {
        held = false;
        byName?.release();
        closeSync(file);
      }
    },
  };
};

// The holder writes its number a moment after it has the lock; until then the file may name an earlier one, which is never to be blamed.
const holderOf = async (folder: string): Promise<string> => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const pid = Number(readFileSync(join(folder, LOCK_FILE), 'utf8'));
    try {
      if (pid > 0 && process.kill(pid, 0)) {
        return `Another Headland (process ${pid})`;
      }
    } catch (error) {
      if (codeOf(error) === 'EPERM') {
        return `Another Headland (process ${pid})`;
      }
    }
    await sleep(20);
  }
  return 'Another Headland';
};

/** Takes the folder, which must exist, for this process alone; throws a FolderTakenError that says what to do if another program has it. */
export const lockFolder = async (folder: string): Promise<FolderLock> => {
  const lock = await take(folder);
  if (lock === undefined) {
    const advice = 'stop it first, or set DATA_DIR to another folder for this one.';
    throw new FolderTakenError(`${await holderOf(folder)} is already using the folder ${folder}: ${advice}`);
  }
  return lock;
};
