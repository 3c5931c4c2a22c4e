import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts a process's time in ticks of 10 ms; `getconf CLK_TCK` has returned 100 on every machine for decades. */
const MS_A_TICK = 10;
const KB_A_PAGE = 4;

/** What `/proc/<pid>/stat` says of one process; times in milliseconds. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** In its own code and in the kernel on its behalf. */
  readonly ownMs: number;
  /** Of its children that have ended and were waited for. */
  readonly endedChildrenMs: number;
  readonly residentKb: number;
}

/** Reads a line of `/proc/<pid>/stat`. The name in it may contain spaces and brackets, so counting begins after the last bracket. */
export const parseStat = (line: string): ProcessStat => {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const at = (place: number): number => Number(fields[place - 3]);
  return {
    pid: Number.parseInt(line, 10),
    parent: at(4),
    ownMs: (at(14) + at(15)) * MS_A_TICK,
    endedChildrenMs: (at(16) + at(17)) * MS_A_TICK,
    residentKb: at(24) * KB_A_PAGE,
  };
};

const statOf = (pid: number): ProcessStat | undefined => {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // It has ended since.
    return undefined;
  }
};

/** CPU time of a process so far, all threads, without children. Zero if there is no such process. */
export const cpuMs = (pid: number): number => statOf(pid)?.ownMs ?? 0;

/** Memory that a process currently uses, in MB. */
export const residentMb = (pid: number): number => (statOf(pid)?.residentKb ?? 0) / 1024;

/**
 * CPU time so far of a process and its direct children, including those that have ended: a whole PostgreSQL server, given its postmaster.
 */
export const familyCpuMs = (pid: number): number => {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)));
  return stats.reduce((sum, stat) => {
    if (stat?.pid === pid) {
      return sum + stat.ownMs + stat.endedChildrenMs;
    }
    return stat?.parent === pid ? sum + stat.ownMs : sum;
  }, 0);
};

/** The parent process. */
export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0;
