import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export const ROOT = join(import.meta.dirname, '..', '..');

const READY = /Headland is ready: (https?:\/\/[^\s"]+)/;
const READY_WITHIN_MS = 120_000;
const BLOCK = /^```sh (?<name>[\w-]+)\n(?<lines>[\s\S]*?)^```$/gm;

/** The commands of a page, block by block: a name and its lines. */
export const blocksOf = (page: string): { readonly name: string; readonly lines: readonly string[] }[] =>
  [...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(BLOCK)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    lines: (groups?.['lines'] ?? '').trimEnd().split('\n'),
  }));

/** Headland as a command of the page started it. */
export interface Served {
  readonly url: string;
  /** Sends the signal to everything that the command started, and waits for its end. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

interface Ran {
  readonly output: string;
  readonly served: Served | undefined;
}

/** What a reader of the page has: settings that they exported, and the current folder. */
export interface Shell {
  readonly env: Record<string, string>;
  cwd: string;
}

const start = (line: string, { env, cwd }: Shell) => {
  const child = spawn('bash', ['-c', line], { cwd, env: { ...env, PORT: '0' }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  }
  return { child, output: () => stripVTControlCharacters(chunks.join('')), ended: once(child, 'close') };
};

const toGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    process.kill(-(child.pid ?? 0), signal);
  } catch {
    // It has ended.
  }
};

const untilReady = async (line: string, shell: Shell): Promise<Ran> => {
  const { child, output, ended } = start(line, shell);
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`“${line}” ${why}:\n${output()}`));
    const timer = setTimeout(() => fail('did not become ready'), READY_WITHIN_MS);
    const look = () => {
      const ready = READY.exec(output())?.[1];
      if (ready !== undefined) {
        clearTimeout(timer);
        resolve(ready);
      }
    };
    child.stdout.on('data', look);
    void ended.then(() => {
      clearTimeout(timer);
      fail('ended');
    });
  });
  return {
    output: output(),
    served: {
      url,
      end: async (signal) => {
        toGroup(child, signal);
        await ended;
      },
    },
  };
};

const toItsEnd = async (line: string, shell: Shell): Promise<Ran> => {
  const { child, output, ended } = start(line, shell);
  await ended;
  if (child.exitCode !== 0) {
    throw new Error(`“${line}” ended with ${child.exitCode}:\n${output()}`);
  }
  return { output: output(), served: undefined };
};

/** Runs one line as a reader would type it, who knows what to put in place of the page's examples. */
export const runLine = async (line: string, shell: Shell, inPlaceOf: Readonly<Record<string, string>>): Promise<Ran> => {
  const typed = Object.entries(inPlaceOf).reduce((text, [words, own]) => text.replaceAll(words, own), line);
  const [, name, value] = /^export (\w+)=(.*)$/.exec(typed) ?? [];
  if (name !== undefined && value !== undefined) {
    shell.env[name] = value;
    return { output: '', served: undefined };
  }
  const [, clone, folder] = /^(git clone \S+ (\S+)) && cd /.exec(typed) ?? [];
  if (clone !== undefined && folder !== undefined) {
    await toItsEnd(clone, shell);
    shell.cwd = folder;
    // The packages are the same, and installing them is tried by every run of the tests on a bare clone.
    return toItsEnd(`ln -s '${ROOT}/node_modules' node_modules && cp -r '${ROOT}/dist' dist`, shell);
  }
  return typed.endsWith('npm start') ? untilReady(typed, shell) : toItsEnd(typed, shell);
};
