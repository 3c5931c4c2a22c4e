import { type Call, type CallData, callsOf } from './calls.ts';
import { measureCall, type Measured, type Pace } from './measure.ts';
import { endLimits, firstAnswers, type Recorded, startLimits } from './prepare-limits.ts';
import type { ProgramFolder, RunningProgram } from './program.ts';
import { keepAlive } from './requests.ts';

/** A running program with the season, and what is known about its calls. */
export interface Run {
  readonly program: RunningProgram;
  readonly folder: ProgramFolder;
  readonly data: CallData;
  readonly recorded: ReadonlyMap<string, Recorded>;
  readonly pace: Pace;
  readonly say: (line: string) => void;
}

const measureOne = async (call: Call, isFilled: boolean, { program, folder, data, recorded, pace, say }: Run): Promise<Measured | null> => {
  const answers = await firstAnswers(program, call);
  const [answer] = answers?.values() ?? [];
  if (!answers || !answer) {
    say(`${call.title}: not served by this build`);
    return null;
  }
  const recording = recorded.get(call.name);
  const { limits, missing } = await startLimits(call, answers, recording, {
    program,
    folder: folder.path,
    data,
    lanes: pace.lanes,
    isFilled,
  });
  const agent = keepAlive(pace.lanes);
  try {
    const figures = await measureCall({ program, agent, call, status: answer.status }, limits, pace);
    const statements = recording && 'scripts' in recording ? (recording.scripts[0]?.statements.length ?? 0) : null;
    say(`${call.title}: done${missing.length > 0 ? `, without ${missing.join('; ')}` : ''}`);
    return { call, bytes: answer.body.length, statements, missing, ...figures };
  } finally {
    agent.destroy();
    await endLimits(limits);
  }
};

/** Measures the main calls one after the other, each with its limits. */
export const measureCalls = async (run: Run): Promise<Measured[]> => {
  const measured: Measured[] = [];
  for (const call of callsOf(run.data)) {
    const isFilled = measured.some(({ call: { question } }) => question !== undefined);
    const one = await measureOne(call, isFilled, run);
    if (one) {
      measured.push(one);
    }
  }
  return measured;
};
