import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type Account, isRoot, unprivilegedAccount } from '../src/account.ts';
import type { Machine } from '../src/machine.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from '../src/start-embedded.ts';
import { ORCHARD, orchardMachine } from './orchard.ts';

/** More than half a minute, because the machine may be busy. Nothing takes that long when it works. */
export const TIMEOUT = 45_000;

/** For tests that matter only as root. */
export const asRoot = isRoot();

/** An unprivileged account if we are root; otherwise our own. */
export const ordinaryUser: Account | undefined = asRoot ? unprivilegedAccount(ORCHARD) : undefined;

/** The server binary, for tests that run it without the supervisor. */
export const installedPostgres = join(orchardMachine().packageDir, 'native', 'bin', 'postgres');

/** A folder of this test that everyone may enter; mkdtemp alone makes one that only we may. */
export const openFolder = (owner?: Account): string => {
  const folder = closedFolder();
  chmodSync(folder, 0o755);
  if (owner !== undefined) {
    chownSync(folder, owner.uid, owner.gid);
  }
  return folder;
};

/** A folder of this test that only we may enter. */
export const closedFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
};

/** Waits for a condition, within reason. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> => {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) {
      throw new Error(`waited ${withinMs} ms in vain: ${what}`);
    }
    await sleep(10);
  }
};

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The process id of the server on a home, or undefined if none is running according to its file. */
const serverPid = (home: string): number | undefined => {
  const file = join(home, 'cluster', 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
};

/** Like `serverPid`, for a server that must be there. */
export const runningServer = (home: string): number => {
  const pid = serverPid(home);
  if (pid === undefined || !isAlive(pid)) {
    throw new Error(`no server runs on ${home}`);
  }
  return pid;
};

export interface Started extends EmbeddedDatabase {
  readonly said: readonly string[];
}

/** Starts it in this process and stops it after the test. Without waiting for the disk, which never fails here. */
export const start = async (dataDir: string, machine: Partial<Machine> = {}, options: Partial<EmbeddedOptions> = {}): Promise<Started> => {
  const said: string[] = [];
  const say = (line: string): void => {
    said.push(line);
  };
  const database = await startEmbedded({ program: ORCHARD, dataDir, say, durable: false, ...options }, { ...orchardMachine(), ...machine });
  onTestFinished(() => database.stop());
  return { ...database, said };
};

/** Runs one statement on a connection of its own. */
export const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
};

export const writeRows = async (url: string): Promise<void> => {
  await query(url, 'CREATE TABLE IF NOT EXISTS bale (id int PRIMARY KEY); INSERT INTO bale SELECT generate_series(1, 1000)');
};

export const countRows = async (url: string): Promise<unknown> => (await query(url, 'SELECT count(*)::int AS n FROM bale'))[0];

/** The program's output so far, by the names that run-program.ts uses. */
export interface Program {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly said: string[];
  /** The url, or the message with which it refused. */
  readonly outcome: Promise<{ url?: string; refused?: string }>;
  wasInterrupted(): boolean;
  /** Ends it as a user would; resolves with its exit code. */
  end(): Promise<number | null>;
}

export interface ProgramOptions {
  /** The file to run, which calls `runProgram`. */
  readonly script?: string;
  readonly account?: Account | undefined;
  readonly machine?: Partial<Machine>;
  /** A command that wraps the program: `unshare …`. */
  readonly within?: readonly string[];
  readonly ownGroup?: boolean;
}

const text = (event: object, name: string): string | undefined => {
  const value = new Map<string, unknown>(Object.entries(event)).get(name);
  return typeof value === 'string' ? value : undefined;
};

const ORCHARD_SCRIPT = fileURLToPath(new URL('program.ts', import.meta.url));

/** Starts program.ts as a separate process, and kills it after the test if it is still running. */
export const startProgram = (dataDir: string, options: ProgramOptions = {}): Program => {
  const { script = ORCHARD_SCRIPT, account, machine = {}, within = [], ownGroup = false } = options;
  const command = [...within, process.execPath, '--import', 'tsx', script, dataDir, JSON.stringify(machine)];
  const child = spawn(command[0] ?? '', command.slice(1), {
    ...account,
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: ownGroup,
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const said: string[] = [];
  let interrupted = false;
  const outcome = new Promise<{ url?: string; refused?: string }>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as object;
      const [url, refused, sentence] = [text(event, 'url'), text(event, 'refused'), text(event, 'said')];
      interrupted ||= 'interrupted' in event;
      if (sentence !== undefined) {
        said.push(sentence);
      }
      if (url !== undefined) {
        resolve({ url });
      }
      if (refused !== undefined) {
        resolve({ refused });
      }
    });
    void ended.then((code) => resolve({ refused: `it ended with ${code} and said nothing` }));
  });
  return {
    child,
    pid: child.pid ?? 0,
    said,
    outcome,
    wasInterrupted: () => interrupted,
    end: () => {
      child.stdin?.end();
      return ended;
    },
  };
};

/** The url of a program that must start. */
export const urlOf = async (program: Program): Promise<string> => {
  const { url, refused } = await program.outcome;
  if (url === undefined) {
    throw new Error(`the program did not start: ${refused}`);
  }
  return url;
};
