import { statSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_PASSWORD } from './load-season.ts';
import type { Call, CallData } from './calls.ts';
import type { Limits } from './measure.ts';
import type { RunningProgram } from './program.ts';
import type { HandMadeLists } from './limit-json.ts';
import { newKey, readRecording, type Script, scriptOf } from './recording.ts';
import { type BenchAnswer, keepAlive, send } from './requests.ts';
import { startWorker, type Worker } from './worker.ts';

/** What the recording run yielded for a call: its statements by variant, or why they cannot be replayed. */
export type Recorded = { readonly scripts: readonly Script[] } | { readonly problem: string };

const lengthOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** What the program does by itself meanwhile, such as storing its counts, is recorded as well: then it is asked again. */
const TRIES = 5;

const recordVariant = async (program: RunningProgram, file: string, call: Call, variant: number): Promise<Script> => {
  const agent = keepAlive(1);
  const ask = async (key: string) => {
    const offset = lengthOf(file);
    await send(program.origin, agent, call.request(variant, key));
    return readRecording(file, offset);
  };
  const record = async (tries: number): Promise<Script> => {
    const keys = [newKey(), newKey()] as const;
    const asked = [await ask(keys[0]), await ask(keys[1])] as const;
    try {
      return scriptOf(...asked, keys);
    } catch (error) {
      if (tries > 1) {
        return record(tries - 1);
      }
      throw error;
    }
  };
  try {
    // The first time a server may ask for more than later on.
    await ask(newKey());
    return await record(TRIES);
  } finally {
    agent.destroy();
  }
};

/** Sends requests to the recording program and returns the statements of each variant of the call. */
export const recordCall = async (program: RunningProgram, file: string, call: Call): Promise<Recorded> => {
  try {
    const scripts: Script[] = [];
    for (let variant = 0; variant < call.variants; variant += 1) {
      scripts.push(await recordVariant(program, file, call, variant));
    }
    return { scripts };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
};

/** The program's current answer to each variant; null where it does not serve the call. */
export const firstAnswers = async (program: RunningProgram, call: Call): Promise<Map<string, BenchAnswer> | null> => {
  const agent = keepAlive(1);
  const answers = new Map<string, BenchAnswer>();
  try {
    for (let variant = 0; variant < call.variants; variant += 1) {
      const request = call.request(variant, newKey());
      const answer = await send(program.origin, agent, request);
      if (answer.status === 404) {
        return null;
      }
      if (answer.status >= 300) {
        throw new Error(
          `${call.title}: ${request.method} ${request.path} answered ${answer.status}: ${answer.body.toString().slice(0, 500)}`,
        );
      }
      answers.set(request.path, answer);
    }
    return answers;
  } finally {
    agent.destroy();
  }
};

const handMadeOf = (call: Call): HandMadeLists | null => {
  const lists = Array.from({ length: call.variants }, (_, variant) => [call.request(variant, '').path, call.handMade?.(variant)] as const);
  return call.handMade ? (Object.fromEntries(lists) as HandMadeLists) : null;
};

interface LimitOptions {
  readonly program: RunningProgram;
  readonly folder: string;
  readonly data: CallData;
  readonly lanes: number;
  /** Whether SQLite's file exists already. */
  readonly isFilled: boolean;
}

/** The limits of a call, each in a process of its own; `missing` says which could not be started and why. */
export const startLimits = async (
  call: Call,
  answers: ReadonlyMap<string, BenchAnswer>,
  recorded: Recorded | undefined,
  { program, folder, data, lanes, isFilled }: LimitOptions,
): Promise<{ limits: Limits; missing: string[] }> => {
  const limits: Record<string, Worker> = {};
  const missing: string[] = [];
  if (call.limit === 'argon2') {
    limits['argon2'] = await startWorker('limit-argon2.ts', { lanes, password: BENCH_PASSWORD });
  }
  const scripts = recorded && 'scripts' in recorded ? recorded.scripts : undefined;
  const options = scripts?.[0]?.options;
  if (scripts) {
    limits['driver'] = await startWorker('limit-driver.ts', { url: program.databaseUrl, lanes, scripts });
  } else {
    missing.push(`driver alone: ${recorded && 'problem' in recorded ? recorded.problem : 'nothing was recorded'}`);
  }
  const lists = handMadeOf(call);
  if (lists) {
    limits['json'] = await startWorker('limit-json.ts', { lists, options, url: program.databaseUrl, lanes });
  }
  limits['http'] = await startWorker('limit-http.ts', Object.fromEntries(answers));
  if (call.question !== undefined) {
    const file = join(folder, 'season.sqlite');
    const given = { file, databaseUrl: program.databaseUrl, organizationId: 1, data: data.questions, question: call.question, isFilled };
    limits['sqlite'] = await startWorker('limit-sqlite.ts', given);
  }
  return { limits, missing };
};

/** Ends them all. */
export const endLimits = async (limits: Limits): Promise<void> => {
  await Promise.all(Object.values(limits).map((worker) => worker.end()));
};
