import { mkdtemp, chmod } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HEADLAND } from '#server/db/embedded.ts';
import { removeFolder, startProgram } from '#tests/support/program.ts';
import { cpuMs, parentOf } from './processes.ts';

/** The built program on its own database, as users run it. */
export interface RunningProgram {
  readonly origin: string;
  readonly pid: number;
  /** Milliseconds of processor time that its process had taken, without the database, when it said that it was ready. */
  readonly startMs: number;
  /** PostgreSQL's first process: the parent of all its others. */
  readonly databasePid: number;
  /** For pg, as the owner of everything. */
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** A data folder for one run; the program is started in it more than once. */
export interface ProgramFolder {
  /**
   * Runs one program at a time, without scheduled backups unless the settings say so. With a file to record to, every statement is written
   * there, which takes time: not for measuring.
   */
  start(recordTo?: string, settings?: Readonly<Record<string, string>>): Promise<RunningProgram>;
  readonly path: string;
  /** Stops what still runs in it and removes it. */
  remove(): Promise<void>;
}

const ancestorsOf = (pid: number): number[] => {
  const parent = parentOf(pid);
  return parent <= 1 ? [] : [parent, ...ancestorsOf(parent)];
};

const commandOf = (pid: number): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  } catch {
    return [];
  }
};

/** The PostgreSQL that the program started. Its command line says where it listens. */
const findDatabase = (programPid: number): { pid: number; url: string } => {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const command = commandOf(Number(name));
    const socket = command.find((word) => word.startsWith('unix_socket_directories='));
    if (socket !== undefined && command[0]?.endsWith('postgres') === true && ancestorsOf(Number(name)).includes(programPid)) {
      const folder = socket.slice(socket.indexOf('=') + 1).replaceAll('"', '');
      const port = command.find((word) => word.startsWith('port='))?.slice('port='.length) ?? '5432';
      const query = `host=${encodeURIComponent(folder)}&port=${port}&sslmode=disable`;
      return { pid: Number(name), url: `postgresql://${HEADLAND.key}@localhost/${HEADLAND.key}?${query}` };
    }
  }
  throw new Error('The program runs, but its database was not found among the processes.');
};

/** Creates an empty data folder in the folder for temporary files; the program gets these settings at every start. */
export const openProgramFolder = async (always: Readonly<Record<string, string>> = {}): Promise<ProgramFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'headland-bench-'));
  // If started by root, PostgreSQL runs as another user, who needs access.
  await chmod(path, 0o755);
  const secret = randomBytes(32).toString('hex');
  let stop = async (): Promise<void> => undefined;
  let removing: Promise<void> | undefined;
  return {
    path,
    start: async (recordTo, settings = {}) => {
      const recorder = pathToFileURL(join(import.meta.dirname, 'recorder.mjs')).href;
      const recording = recordTo === undefined ? {} : { BENCH_RECORD: recordTo, NODE_OPTIONS: `--import ${recorder}` };
      if (removing) {
        throw new Error('The run was interrupted.');
      }
      const own = {
        DATA_DIR: join(path, 'data'),
        BACKUP_DIR: join(path, 'backups'),
        BACKUP_AT: 'off',
        SESSION_SECRET: secret,
        LOG_LEVEL: 'warn',
        ...always,
      };
      const starting = startProgram({ ...own, ...settings, ...recording });
      // Registered before it is ready, or an interruption would leave it behind.
      stop = async () => {
        const started = await starting.catch(() => undefined);
        await started?.end('SIGTERM');
      };
      const program = await starting;
      const pid = program.process.pid ?? 0;
      const startMs = cpuMs(pid);
      try {
        const database = findDatabase(pid);
        return { origin: program.url, pid, startMs, databasePid: database.pid, databaseUrl: database.url, stop };
      } catch (error) {
        await stop();
        throw error;
      }
    },
    // Only once: an interrupted run asks from two places, and two removals get in each other's way.
    remove: () => {
      removing ??= stop().then(() => removeFolder(path));
      return removing;
    },
  };
};
