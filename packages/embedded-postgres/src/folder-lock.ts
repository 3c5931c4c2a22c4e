import { spawn } from 'node:child_process';
import { closeSync, constants, fchownSync, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedError, reasonOf } from './embedded-error.ts';
import { isRoot } from './account.ts';
import type { Program } from './program.ts';

/*
 * One program per folder. Only the kernel's own locks can ensure that: a file that merely exists outlives SIGKILL and reboot, its process
 * id is reused, and removing it races with others who do the same. A kernel lock is taken in one step and ends with its holder.
 *
 * - Linux: flock(2). Node cannot call it, but such a lock belongs to the open file, not to the process: flock(1) is handed our open file, locks it
 *   and leaves, and the lock stays until our descriptor is closed. It is seen across containers and (with NFS) machines that share the folder.
 * - macOS: the same lock, taken by open(2) itself (O_EXLOCK).
 * - Windows, and a Linux without flock(1) or on a file system without such locks: listening on a name that the system forgets with us (a named
 *   pipe, an abstract socket). Not seen from another container.
 *
 * The file is never deleted: a new one under the same name would be a second lock. The process id in it is only for the message.
 */

/** Another program is using the folder. */
export class FolderTakenError extends EmbeddedError {}

/** A folder reserved for us until `release`, or until this process ends in whatever way. */
export interface FolderLock {
  release(): void;
}

const lockFile = (folder: string, { key }: Program): string => join(folder, `${key}.lock`);
// Missing from Node's constants; this is its value on macOS, the only system it is used on.
const O_EXLOCK = 0x20;

const openLockFile = (folder: string, program: Program): number | undefined => {
  // Root also locks folders of other users, who must not redirect it by a link. (Windows has no such flag: undefined counts as 0.)
  const exclusive = process.platform === 'darwin' ? constants.O_NONBLOCK | O_EXLOCK : 0;
  try {
    return openSync(lockFile(folder, program), constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW | exclusive, 0o644);
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') {
      return undefined;
    }
    throw new EmbeddedError(
      `The folder ${folder} cannot be used: ${reasonOf(error)}. Set ${program.folderSetting} to a folder that can be written to.`,
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

/** Takes a name that the system releases when we end; `undefined` if it is taken. For systems without file locks. */
export const lockByName = async (name: string): Promise<FolderLock | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, () => resolve({ release: () => server.close() }));
  });

// The file's number rather than its path: the lock is the same however the folder is reached.
const nameOf = (file: number, { key }: Program): string => {
  const { dev, ino } = fstatSync(file, { bigint: true });
  return `${key}-${dev}-${ino}`;
};

const signFile = (file: number, folder: string): void => {
  try {
    if (isRoot()) {
      // The ordinary user who owns the folder must be able to open the file when root no longer uses it.
      const { uid, gid } = statSync(folder);
      fchownSync(file, uid, gid);
    }
    ftruncateSync(file);
    writeSync(file, `${process.pid}\n`, 0);
  } catch {
    // A full disk, or a file system without owners: the lock still works, only the message will name no process.
  }
};

const take = async (folder: string, program: Program): Promise<FolderLock | undefined> => {
  const file = openLockFile(folder, program);
  if (file === undefined) {
    return undefined;
  }
  const byFile = process.platform === 'linux' ? await lockOpenFile(file) : process.platform === 'darwin' ? 'ours' : 'impossible';
  const byName = byFile === 'impossible' ? await lockByName(nameOf(file, program)) : undefined;
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

// The holder writes its process id a moment after it has the lock; until then the file may name an earlier one, which must not be blamed.
const holderOf = async (folder: string, program: Program): Promise<string> => {
  const another = `Another ${program.name}`;
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const pid = Number(readFileSync(lockFile(folder, program), 'utf8'));
    try {
      if (pid > 0 && process.kill(pid, 0)) {
        return `${another} (process ${pid})`;
      }
    } catch (error) {
      if (codeOf(error) === 'EPERM') {
        return `${another} (process ${pid})`;
      }
    }
    await sleep(20);
  }
  return another;
};

/** Locks the folder, which must exist, for this process alone; throws a FolderTakenError that says what to do if another program has it. */
export const lockFolder = async (folder: string, program: Program): Promise<FolderLock> => {
  const lock = await take(folder, program);
  if (lock === undefined) {
    const advice = `stop it first, or set ${program.folderSetting} to another folder for this one.`;
    throw new FolderTakenError(`${await holderOf(folder, program)} is already using the folder ${folder}: ${advice}`);
  }
  return lock;
};
