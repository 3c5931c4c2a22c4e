import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { openInstallation } from '#server/backup/installation.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { takeBackup, type TakenBackup } from '#server/backup/take.ts';
import type { Database } from '#server/db/database.ts';
import type { Machine } from '#embedded-postgres';
import { openDatabase } from '#server/db/open.ts';
import { setUp } from '../kill/victim.ts';
import { PROGRAM } from '../support/program.ts';

export const quiet = (): void => undefined;

/** The built program running one of its commands, as in a shell; `startProgram` is for serving. */
export interface Running {
  /** Everything it said so far. */
  said(): string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Resolves when it has said something that fits, with what was in the parentheses; rejects if it ends before. */
  until(pattern: RegExp): Promise<string>;
  end(signal: NodeJS.Signals): Promise<number | string>;
}

export const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]): Running => {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', BACKUP_AT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const said = () => lines.join('').replaceAll('\\"', '"');
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => lines.push(text));
  }
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown');
  return {
    said,
    ended,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(said());
          if (found !== null) {
            resolve(found[1] ?? '');
          }
        };
        child.stdout.on('data', look);
        look();
        void ended.then((code) => reject(new Error(`It ended with ${code}:\n${said()}`)));
      }),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
};

/** Runs a command to its end; rejects with what it said if it fails. */
export const command = async (env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> => {
  const running = run(env, ...args);
  const code = await running.ended;
  if (code !== 0) {
    throw new Error(running.said());
  }
  return running.said();
};

/** A folder for everything that a test file makes, which the database's user may enter; and what takes it away. */
export const rootFolder = (): { readonly path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'headland-backup-'));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) };
};

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A company that works with the program at an address. */
export interface Company {
  readonly orgId: number;
  readonly cookie: string;
  /** Acknowledged when it returns. */
  addCustomer(url: string, name: string): Promise<void>;
  /** Its customers' names. */
  customers(url: string): Promise<string[]>;
  /** Sends a file and returns its name. */
  attach(url: string, text: string): Promise<string>;
}

const ok = async (response: Response): Promise<unknown> => {
  if (!response.ok) {
    throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  }
  return response.json();
};

export const foundCompany = async (url: string): Promise<Company> => {
  const { cookie, base } = await setUp(url);
  const { orgId } = base;
  const within = `/api/organizations/${orgId}`;
  return {
    orgId,
    cookie,
    addCustomer: async (at, businessName) => {
      const headers = { cookie, 'content-type': 'application/json' };
      await ok(await fetch(`${at}${within}/customers`, { method: 'POST', headers, body: JSON.stringify({ businessName }) }));
    },
    customers: async (at) => {
      const found = (await ok(await fetch(`${at}${within}/customers`, { headers: { cookie } }))) as { businessName: string }[];
      return found.map(({ businessName }) => businessName);
    },
    attach: async (at, text) => {
      const bytes = Buffer.from(`%PDF-1.7\n${text}`);
      const headers = { cookie, 'content-type': 'application/octet-stream' };
      const answer = await ok(await fetch(`${at}${within}/attachments/${sha256(bytes)}`, { method: 'PUT', headers, body: bytes }));
      return (answer as { name: string }).name;
    },
  };
};

/** Asks the database of a folder itself, whether or not the program runs there. */
export const asking = async <T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const installation = await openInstallation({ databaseUrl: null, dataDir }, quiet);
  const db = openDatabase(installation.url, quiet);
  try {
    return await work(db);
  } finally {
    await db.close();
    await installation.close();
  }
};

/** Makes a backup in this process, as the command does. */
export const backUp = async (dataDir: string, store: BackupStore, isOwnStore = true, machine?: Machine): Promise<TakenBackup> => {
  const installation = await openInstallation({ databaseUrl: null, dataDir }, quiet, machine);
  try {
    return await takeBackup({
      settings: { dataDir, sessionSecret: null },
      installation,
      store,
      isOwnStore,
      now: () => new Date(),
      say: quiet,
    });
  } finally {
    await installation.close();
  }
};
