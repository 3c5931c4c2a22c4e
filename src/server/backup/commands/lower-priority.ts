import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import process from 'node:process';

/** Of this process: each thread has a priority of its own on Linux. */
const threadsOfThis = async (): Promise<number[]> => {
  const names = await readdir('/proc/self/task').catch(() => []);
  return names.length === 0 ? [process.pid] : names.map(Number);
};

const idleDisk = (thread: number): Promise<void> =>
  new Promise((resolve) => {
    const child = spawn('ionice', ['-c', '3', '-p', String(thread)], { stdio: 'ignore' });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });

/** Lowers the priority of this process, and of programs started from it, for processor and disk, as far as the system supports it. */
export const lowerPriority = async (): Promise<void> => {
  for (const thread of await threadsOfThis()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW);
    } catch {
      // Already ended, or not allowed: then it runs at normal priority.
    }
    if (process.platform === 'linux') {
      await idleDisk(thread);
    }
  }
};
