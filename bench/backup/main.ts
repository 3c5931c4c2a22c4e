import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { signInWatched, warmUp } from '#bench/attack/stage.ts';
import { type Bystander, startWatcher, type Watched } from '#bench/attack/watch.ts';
import { withClient } from '#bench/database.ts';
import { loadSeason } from '#bench/load-season.ts';
import { openProgramFolder, type ProgramFolder, type RunningProgram } from '#bench/program.ts';
import { table } from '#bench/report.ts';
import { planSeason, type SizeName, SIZES } from '#bench/season.ts';
import { percentile } from '#bench/statistics.ts';
import { folderMb, runCommand, type Taken } from './command.ts';
import { attachPhotos, PHOTO_BYTES } from './files.ts';

/*
 * What a backup of a whole season costs: time, space, memory, and what other people notice of it. The program keeps running, and people
 * keep reading lists and writing customers; the backup is the command that an operator runs and that the program runs at night.
 */

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const isQuick = ((): boolean => {
  try {
    const { values } = parseArgs({ options: { backup: { type: 'boolean' }, quick: { type: 'boolean', default: false } } });
    return values.quick;
  } catch {
    throw new Error('Usage: npm run bench -- --backup [--quick]');
  }
})();

const size: SizeName = isQuick ? 'tiny' : 'full';
const photos = isQuick ? 4 : 2_000;
const idleMs = isQuick ? 500 : 60_000;

interface Line {
  readonly what: string;
  readonly taken: Taken | null;
  readonly others: Watched | null;
  /** The size of the backup folder afterwards. */
  readonly keptMb: number | null;
}

const fill = async (folder: ProgramFolder): Promise<void> => {
  const program = await folder.start();
  try {
    say(`Loading ${SIZES[size].entries} entries and ${photos} photos …`);
    await withClient(program.databaseUrl, async (client) => {
      await loadSeason(client, planSeason(size), say);
      await attachPhotos(client, { folder: join(folder.path, 'data', 'photos'), count: photos, organizations: SIZES[size].organizations });
    });
  } finally {
    await program.stop();
  }
};

/** Two people who read and two who write, each ten times a second. */
const bystandersOf = async ({ origin }: RunningProgram): Promise<Bystander[]> => {
  const readers = await signInWatched(origin);
  const body = JSON.stringify({ businessName: 'Written meanwhile' });
  const writers = readers.map((person) => ({
    ...person,
    headers: { ...person.headers, 'content-type': 'application/json', 'content-length': String(body.length) },
    path: person.path.split('?')[0] ?? person.path,
    body,
  }));
  return [...readers, ...writers];
};

/** A time of day at which no backup starts during this run. */
const inTwelveHours = (): string => {
  const hour = (new Date().getHours() + 12) % 24;
  return `${String(hour).padStart(2, '0')}:00`;
};

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const measure = async (folder: ProgramFolder): Promise<Line[]> => {
  const backups = join(folder.path, 'backups');
  const env = { DATA_DIR: join(folder.path, 'data'), BACKUP_DIR: backups, LOG_LEVEL: 'warn' };
  const watcher = startWatcher();
  const lines: Line[] = [];
  let program = await folder.start();
  const hear = (line: Line): void => {
    lines.push(line);
    say(`${line.what}: done. ${line.taken?.output.trim() ?? ''}`);
  };
  try {
    const people = await bystandersOf(program);
    await warmUp(program.origin, people.slice(0, 2), isQuick ? 1 : 200);
    const orders = { origin: program.origin, pid: program.pid, people };
    const idle = await watcher.during(orders, () => pause(idleMs));
    hear({ what: 'nothing', taken: null, others: idle, keptMb: null });
    const backUp = async (what: string): Promise<void> => {
      let taken: Taken | null = null;
      const others = await watcher.during({ ...orders, origin: program.origin, pid: program.pid }, async () => {
        taken = await runCommand(['backup'], env);
      });
      hear({ what, taken, others, keptMb: folderMb(backups) });
    };
    await backUp('first backup');
    // From here on the write-ahead log is copied every minute, as it is wherever scheduled backups are on.
    await program.stop();
    program = await folder.start(undefined, { BACKUP_AT: inTwelveHours() });
    await warmUp(program.origin, people.slice(0, 2), isQuick ? 1 : 200);
    const copied = { ...orders, origin: program.origin, pid: program.pid };
    hear({ what: 'the log copied every minute', taken: null, others: await watcher.during(copied, () => pause(3 * idleMs)), keptMb: null });
    await backUp('second backup');
  } finally {
    watcher.end();
    await program.stop();
  }
  const restored = { DATA_DIR: join(folder.path, 'restored'), BACKUP_DIR: join(folder.path, 'backups-of-restored'), LOG_LEVEL: 'warn' };
  hear({ what: 'restore', taken: await runCommand(['restore', '--from', backups], restored), others: null, keptMb: null });
  return lines;
};

const asTable = (lines: readonly Line[]): string => {
  const idle = percentile(lines[0]?.others?.latencies ?? [], 0.99);
  const figure = (value: number | undefined | null, digits = 0) => (value === undefined || value === null ? '–' : value.toFixed(digits));
  return table(
    ['', 's', 'CPU s', 'its memory MB', 'folder MB', 'others’ requests', 'p50 ms', 'p99 ms', 'p99 ÷ idle', 'not 200 or 201'],
    lines.map(({ what, taken, others, keptMb }) => {
      const p99 = others === null ? null : percentile(others.latencies, 0.99);
      const failed = Object.entries(others?.statuses ?? {}).filter(([status]) => !['200', '201'].includes(status));
      return [
        what,
        figure(taken?.seconds, 1),
        figure(taken?.cpuSeconds, 1),
        figure(taken?.mostMb),
        figure(keptMb),
        String(others?.latencies.length ?? '–'),
        others === null ? '–' : figure(percentile(others.latencies, 0.5), 1),
        figure(p99, 1),
        p99 === null ? '–' : figure(p99 / idle, 2),
        others === null ? '–' : failed.map(([status, times]) => `${times} × ${status}`).join(', ') || '0',
      ];
    }),
  );
};

if (process.platform !== 'linux') {
  throw new Error('The bench reads memory from /proc, which only Linux has.');
}
const folder = await openProgramFolder();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void folder.remove().finally(() => process.exit(1)));
}
try {
  await fill(folder);
  const dataMb = folderMb(join(folder.path, 'data'));
  const lines = await measure(folder);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  say(`
## Backed up

${SIZES[size].entries} entries, ${photos} photos of ${PHOTO_BYTES / 1e6} MB; DATA_DIR ${dataMb.toFixed(0)} MB. ${machine}.

${asTable(lines)}`);
} finally {
  await folder.remove();
}
