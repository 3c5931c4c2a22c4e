import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, EmbeddedError } from './embedded-error.ts';

const pidIn = (cluster: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
};

// The number alone proves nothing: after a reboot, and in every container, it is soon reused. A server's working directory is its cluster.
const isServerOf = (cluster: string, pid: number): boolean => {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
    }
    const works = statSync(`/proc/${pid}/cwd`);
    const folder = statSync(cluster);
    return works.ino === folder.ino && works.dev === folder.dev;
  } catch {
    return false;
  }
};

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') {
      throw error;
    }
  }
};

// Each is sent once, after this many milliseconds. The first is harmless to a server that is already stopping.
const steps: readonly (readonly [number, NodeJS.Signals])[] = [
  [0, 'SIGINT'],
  [15_000, 'SIGQUIT'],
  [20_000, 'SIGKILL'],
];
const GIVE_UP_MS = 25_000;

/**
 * Stops a server that an earlier run left on the cluster, and removes a pid file without a server (PostgreSQL itself refuses to start if
 * the number in it belongs to any program of its user). Only for the holder of the folder's lock, because then no living program owns that
 * server.
 */
export const clearLeftovers = async (cluster: string, say: (line: string) => void): Promise<void> => {
  if (process.platform === 'win32') {
    // There the system ends the server with us, and only the server itself can tell whether its file is stale.
    return;
  }
  const began = Date.now();
  let sent = 0;
  for (let pid = pidIn(cluster); pid !== undefined; pid = pidIn(cluster)) {
    const elapsed = Date.now() - began;
    if (!isServerOf(cluster, pid)) {
      rmSync(join(cluster, 'postmaster.pid'), { force: true });
      return;
    }
    if (elapsed > GIVE_UP_MS) {
      throw new EmbeddedError(
        `A database server (process ${pid}) that an earlier run left on ${cluster} does not stop. End it, then start again.`,
      );
    }
    const [after, signal] = steps[sent] ?? [Infinity, 'SIGKILL'];
    if (elapsed >= after) {
      if (sent === 0) {
        say(`An earlier run left its database server running (process ${pid}): stopping it.`);
      }
      kill(pid, signal);
      sent += 1;
    }
    await sleep(20);
  }
};
