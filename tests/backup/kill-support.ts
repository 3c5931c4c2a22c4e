import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashOfName } from '#server/backup/files.ts';
import { readManifests } from '#server/backup/manifest.ts';
import { openFile, readPieces } from '#server/backup/store/pieces.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { reaches, span } from '#server/backup/wal/log-pieces.ts';
import type { Database } from '#server/db/database.ts';
import type { Company } from './headland.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'server', 'main.js');

type Environment = Readonly<Record<string, string>>;

/** A command of the built program, which begins within half a second. */
const start = (env: Environment, args: readonly string[]) => {
  const child: ChildProcess = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  }
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => ({
    how: code ?? signal ?? 'unknown',
    said: said.join(''),
  }));
  return { child, ended };
};

/** Runs a command to its end, which must be a success; returns its output, and how long it took. */
export const runToEnd = async (env: Environment, ...args: readonly string[]): Promise<{ said: string; ms: number }> => {
  const began = performance.now();
  const { how, said } = await start(env, args).ended;
  if (how !== 0) {
    throw new Error(`${args.join(' ')} ended with ${how}: ${said}`);
  }
  return { said, ms: performance.now() - began };
};

/** When to kill: this many milliseconds after the start, or as soon as something becomes visible. */
type Moment = number | (() => boolean);

/** Runs a command and kills it at the moment; false if it came to its end before. */
const strike = async (moment: Moment, env: Environment, args: readonly string[]): Promise<boolean> => {
  const began = performance.now();
  const isDue = typeof moment === 'number' ? () => performance.now() - began >= moment : moment;
  const { child, ended } = start(env, args);
  while (child.exitCode === null && !isDue()) {
    await sleep(5);
  }
  child.kill('SIGKILL');
  const { how, said } = await ended;
  if (typeof how === 'number' && how !== 0) {
    throw new Error(`${args.join(' ')} was to be killed, and failed before: ${said}`);
  }
  return how === 'SIGKILL';
};

/** Numbers from 0 to 1, the same in every run. */
const dice = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

interface Campaign {
  readonly env: Environment;
  readonly args: readonly string[];
  readonly kills: number;
  /** What is to be seen at the steps worth a kill; called before each run. */
  readonly points: () => readonly (() => boolean)[];
  /** How long it takes when it is left alone. */
  readonly ms: number;
  readonly seed: number;
  /** Invariants after each kill. */
  readonly afterEach: () => Promise<void>;
  /** What must work after some of them; with the others the next run finds the traces of several. */
  readonly afterSome: () => Promise<void>;
}

/** Kills a command at each of the points and then at random. */
export const killOften = async ({ env, args, kills, points, ms, seed, afterEach, afterSome }: Campaign): Promise<void> => {
  const roll = dice(seed);
  for (let tries = 0, killed = 0; killed < kills; tries += 1) {
    if (tries === 4 * kills) {
      throw new Error(`${args.join(' ')} comes to its end too often to be killed: ${killed} of ${tries} times`);
    }
    if (await strike(points()[tries] ?? ms * (0.1 + 0.9 * roll()), env, args)) {
      killed += 1;
      await afterEach();
      await (killed % 3 === 1 ? afterSome() : undefined);
    }
  }
};

const namesIn = (folder: string, recursive = false): string[] => {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' });
  } catch {
    // Not there, or a part of it taken away while it was read.
    return [];
  }
};

/** How many files and folders there are below a folder. */
export const countBelow = (folder: string): number => namesIn(folder, true).length;

/** Whether a folder contains an item with such a name, and that item something at the path. */
export const isThere =
  (folder: string, name: RegExp, path = ''): (() => boolean) =>
  () =>
    namesIn(folder).some((found) => name.test(found) && existsSync(join(folder, found, path)));

/** Writes one customer after another until it is stopped, and knows those that were acknowledged. */
export const startWriting = (company: Company, url: string, prefix: string) => {
  const acknowledged: string[] = [];
  const stopping = new AbortController();
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      const name = `${prefix} ${acknowledged.length + 1}`;
      await company.addCustomer(url, name);
      acknowledged.push(name);
      // Fast enough for every step to be met by some; the machine has other work as well.
      await sleep(20);
    }
  })();
  // Told by `stop`.
  writing.catch(() => undefined);
  return {
    acknowledged,
    stop: async () => {
      stopping.abort();
      await writing;
    },
  };
};

/** Number and hash of every table's rows, but of those that a restore changes itself: the epoch, and numbers that leap. */
export const fingerprint = async (db: Database): Promise<Record<string, string>> => {
  const tables = await db.query<{ name: string }>({
    text: `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
              and relname not in ('installation', 'organization_seq') order by 1`,
    values: [],
  });
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.query<{ print: string }>({
      text: `select count(*) || ' ' || coalesce(md5(string_agg(hash, '' order by hash)), '') as print
               from (select md5(t::text) as hash from "${name}" t) hashes`,
      values: [],
    });
    prints[name] = row?.print ?? '';
  }
  return prints;
};

/** Reads all that the store's backups need; throws where anything lacks or is not what it was. Gives the name of the newest. */
export const readWholeStore = async (store: BackupStore): Promise<string> => {
  const manifests = await readManifests(store);
  const pieces = new Set<string>();
  for (const { name, database, files } of manifests) {
    if (database.kind !== 'cluster' || !reaches(await span(store, database.wal.line, database.wal.start), database.wal.stop)) {
      throw new Error(`${name} lacks a part of its log.`);
    }
    database.files.flatMap((file) => file.pieces).forEach((piece) => pieces.add(piece));
    for (const file of files) {
      for await (const chunk of await openFile(store, hashOfName(file.name))) {
        void chunk;
      }
    }
  }
  for await (const piece of readPieces(store, pieces)) {
    void piece;
  }
  return manifests.at(-1)?.name ?? '';
};
