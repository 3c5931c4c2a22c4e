import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMs, residentMb } from '#bench/processes.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'server', 'main.js');
const LOOK_EVERY_MS = 100;

/** What a command of the program took. */
export interface Taken {
  readonly seconds: number;
  /** Of its own process, without the database that it asks or starts. */
  readonly cpuSeconds: number;
  readonly mostMb: number;
  readonly output: string;
}

/** Runs `backup`, `restore` … as an operator does; throws with its output if it fails. */
export const runCommand = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Taken> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
    const chunks: string[] = [];
    let [mostMb, usedMs] = [0, 0];
    const look = setInterval(() => {
      mostMb = Math.max(mostMb, residentMb(child.pid ?? 0));
      usedMs = Math.max(usedMs, cpuMs(child.pid ?? 0));
    }, LOOK_EVERY_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    }
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(look);
      const output = chunks.join('');
      if (code === 0) {
        resolve({ seconds: (performance.now() - began) / 1000, cpuSeconds: usedMs / 1000, mostMb, output });
      } else {
        reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`));
      }
    });
  });

/** The total size of a folder's files, in MB. */
export const folderMb = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20, 0);
