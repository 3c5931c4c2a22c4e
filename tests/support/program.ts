import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The built server. */
export const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'server', 'main.js');
const packageFile = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
/** What `npm start` tells Node (decision 0058). */
const NODE_ARGS = (JSON.parse(packageFile) as { scripts: { start: string } }).scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));
const READY = /Headland is ready: (https?:\/\/[^\s"]+)/;
const START_WITHIN_MS = 180_000;

/** The program as a user runs it: the built server in a process of its own. */
export interface Program {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Sends the signal and returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>;
  /** The same when it ends by itself. */
  readonly ended: Promise<number | string>;
}

/** Starts the program on any free port and waits until it says that it is ready; throws with its words if it ends instead. */
export const startProgram = async (env: Record<string, string>, args: readonly string[] = []): Promise<Program> => {
  const child = spawn(process.execPath, [...NODE_ARGS, PROGRAM, ...args], {
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'info', PORT: '0', BACKUP_AT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  const output = () => chunks.join('');
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? 'unknown');
  const url = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The program did not become ready:\n${output()}`)), START_WITHIN_MS);
    const hear = (chunk: Buffer) => {
      chunks.push(chunk.toString());
      const ready = READY.exec(output())?.[1];
      if (ready !== undefined) {
        clearTimeout(timer);
        resolve(ready);
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`The program ended with ${code}:\n${output()}`));
    });
  });
  return {
    url: await url,
    process: child,
    output,
    ended,
    end: async (signal) => {
      child.kill(signal);
      return ended;
    },
  };
};

/** Removes a data folder. After a SIGKILL of the program its database still writes there for a moment. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
