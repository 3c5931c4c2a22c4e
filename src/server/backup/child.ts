import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { Say } from '#server/log.ts';

/** Part of the ten seconds that the program has for stopping; the rest is for the others. */
const GENTLY_FOR_MS = 4_000;

export interface ChildDeps {
  /** What Node is to run, with its arguments. */
  readonly command: readonly string[];
  /** In addition to the environment of this process. */
  readonly settings: Readonly<Record<string, string>>;
  readonly say: Say;
}

const LEVELS: Readonly<Record<number, Parameters<Say>[1]>> = { 40: 'warn', 50: 'error', 60: 'fatal' };

/** A line of the child's log as one of ours, whether it wrote a sentence or JSON. */
const passOn = (line: string, say: Say): string => {
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record === 'object' && record !== null && 'msg' in record && typeof record.msg === 'string') {
      say(record.msg, 'level' in record ? LEVELS[Number(record.level)] : undefined);
      return record.msg;
    }
  } catch {
    // A sentence.
  }
  say(line);
  return line;
};

const ended = (child: ChildProcessByStdio<null, Readable, Readable>): Promise<string | null> =>
  new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? null : signal === null ? `It ended with ${code}.` : `It was ended by ${signal}.`),
    );
  });

/**
 * Makes a backup in a process of its own, so that a crash or a lack of memory does not end this one. Returns null if it succeeded, else why
 * not, as far as it said. `signal` ends it: an unfinished backup does not count, and the next one continues from its pieces.
 */
export const backUpInChild = async ({ command, settings, say }: ChildDeps, signal: AbortSignal): Promise<string | null> => {
  const child = spawn(process.execPath, command, { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  let lastWords = '';
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      lastWords = passOn(line, say);
    });
  }
  let kill: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill('SIGTERM');
    kill = setTimeout(() => child.kill('SIGKILL'), GENTLY_FOR_MS);
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) {
    end();
  }
  try {
    const why = await ended(child);
    return why === null ? null : lastWords.replace(/^Headland could not \w+\.\n/, '') || why;
  } finally {
    clearTimeout(kill);
    signal.removeEventListener('abort', end);
  }
};
