import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

const processes = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // `pid (name) state parent …`; the name may contain anything, brackets too.
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        const close = text.lastIndexOf(')');
        const parent = Number(text.slice(close + 2).split(' ')[1]);
        return [{ pid: Number(name), parent, name: text.slice(text.indexOf('(') + 1, close) }];
      } catch {
        return [];
      }
    });

/** The database's processes among the descendants of a process that we started. */
export const databaseOf = (ancestor: number): number[] => {
  const all = processes();
  const family = new Set([ancestor]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { pid, parent } of all) {
      if (family.has(parent)) {
        family.add(pid);
      }
    }
  }
  return all.filter(({ pid, name }) => pid !== ancestor && family.has(pid) && name === 'postgres').map(({ pid }) => pid);
};

/** As a power cut ends them: at once, and without a word. */
export const killAll = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It was quicker.
    }
  }
};
