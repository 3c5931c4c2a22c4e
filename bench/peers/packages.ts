import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Git ignores it. What is installed there stays from run to run, and never comes near the packages of the product. */
const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'peers');

/** A peer that cannot be had on this machine, and why: nothing is wrong with ours. */
export class PeerMissing extends Error {}

/** The packages of a program that ours is compared with. */
export interface PeerPackages {
  readonly name: string;
  /** Exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
  /** The only packages whose install scripts run: those that compile something that cannot be done without. */
  readonly compiled?: readonly string[];
  readonly withinMs: number;
}

// Without a network npm would try for minutes.
const INSTALL = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=1',
  '--fetch-timeout=20000',
];

/** The first line of npm's that says more than a code. */
const failureOf = (error: unknown): string => {
  const { stderr = '', message } = error as { stderr?: string; message: string };
  const words = stderr.split('\n').find((line) => /^npm error (?!code |errno |syscall |path )\S/.test(line)) ?? message;
  return words.replace('npm error ', '').slice(0, 200);
};

/** Installs the packages unless they are there already; returns their folder `node_modules`, or throws `PeerMissing` with what npm said. */
export const installPeer = async (peer: PeerPackages, say: (line: string) => void): Promise<string> => {
  const { name, dependencies, overrides = {}, compiled = [], withinMs } = peer;
  const folder = join(FOLDER, name);
  const wanted = JSON.stringify({ private: true, dependencies, overrides }, null, 2);
  // What is compiled fits one version of Node.
  const stamp = `${process.version}\n${wanted}`;
  const stampFile = join(folder, 'installed');
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== stamp) {
    say(
      `Installing ${Object.entries(dependencies)
        .map((pair) => pair.join(' '))
        .join(', ')} for the comparison …`,
    );
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), wanted);
    try {
      await run('npm', INSTALL, { cwd: folder, timeout: withinMs });
      for (const each of compiled) {
        await run('npm', ['rebuild', each], { cwd: folder, timeout: withinMs });
      }
    } catch (error) {
      throw new PeerMissing(`${name} cannot be installed here: ${failureOf(error)}`);
    }
    await writeFile(stampFile, stamp);
  }
  return join(folder, 'node_modules');
};
