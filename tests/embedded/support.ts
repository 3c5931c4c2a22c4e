import { fileURLToPath } from 'node:url';
import type { Machine } from '#embedded-postgres';
import { carryRows } from '#server/db/copy/carry-rows.ts';
import { HEADLAND } from '#server/db/embedded.ts';
import * as any from '../../packages/embedded-postgres/tests/support.ts';

/** Starts Headland's own database in this process and stops it after the test. */
export const start = (dataDir: string, machine: Partial<Machine> = {}): Promise<any.Started> =>
  any.start(dataDir, machine, { program: HEADLAND, carryRows });

/** Starts it as a process of its own, and kills it after the test if it is still there. */
export const startProgram = (dataDir: string, options: Omit<any.ProgramOptions, 'script'> = {}): any.Program =>
  any.startProgram(dataDir, { ...options, script: fileURLToPath(new URL('program.ts', import.meta.url)) });
