import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureArchive } from './archive.ts';
import { type Call, type CallData, callsOf, prepareCalls } from './calls.ts';
import { withClient } from './database.ts';
import { loadSeason } from './load-season.ts';
import { measureCall, type Measured, type Pace } from './measure.ts';
import { watchMemory } from './memory.ts';
import { endLimits, firstAnswers, recordCall, type Recorded, startLimits } from './prepare-limits.ts';
import { openProgramFolder, type ProgramFolder, type RunningProgram } from './program.ts';
import { goalsOf, goalTable, limitTable, programTable, ratioTable } from './report.ts';
import { listOf } from './recording.ts';
import { keepAlive } from './requests.ts';
import { type FixedStatement, measureRowSecurity } from './rls.ts';
import { planSeason, type SizeName, SIZES } from './season.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const PACES: Record<SizeName, Pace & { memoryMs: number }> = {
  full: { rounds: 5, sliceMs: 2_000, warmUpMs: 8_000, lanes: 4, memoryMs: 60_000 },
  small: { rounds: 3, sliceMs: 1_200, warmUpMs: 5_000, lanes: 4, memoryMs: 20_000 },
  tiny: { rounds: 1, sliceMs: 150, warmUpMs: 50, lanes: 2, memoryMs: 600 },
};

const sizeOf = (args: readonly string[]): SizeName => {
  const [flag = '--full', ...more] = args;
  const name = flag.slice(2);
  if (more.length > 0 || !flag.startsWith('--') || !Object.hasOwn(SIZES, name)) {
    throw new Error('Usage: npm run bench [-- --small | --tiny]');
  }
  return name as SizeName;
};

/** Starts the program, works with it and stops it again, whatever happens. */
const withProgram = async <T>(
  folder: ProgramFolder,
  recordTo: string | undefined,
  work: (program: RunningProgram) => Promise<T>,
): Promise<T> => {
  const program = await folder.start(recordTo);
  try {
    return await work(program);
  } finally {
    await program.stop();
  }
};

/** The first run of the program: creates the tables, loads the season, and records which statements it sends for each call. */
const prepare = async (folder: ProgramFolder, size: SizeName): Promise<{ data: CallData; recorded: Map<string, Recorded> }> => {
  const file = join(folder.path, 'statements');
  return withProgram(folder, file, async (program) => {
    const plan = planSeason(size);
    say(`Loading the season: ${SIZES[size].entries} entries in ${SIZES[size].organizations} organizations …`);
    const data = await withClient(program.databaseUrl, async (client) => {
      await loadSeason(client, plan, say);
      return prepareCalls(program.origin, client, plan);
    });
    const recorded = new Map<string, Recorded>();
    for (const call of callsOf(data)) {
      recorded.set(call.name, await recordCall(program, file, call));
    }
    return { data, recorded };
  });
};

interface Run {
  readonly program: RunningProgram;
  readonly folder: ProgramFolder;
  readonly data: CallData;
  readonly recorded: ReadonlyMap<string, Recorded>;
  readonly pace: Pace;
}

const measureOne = async (call: Call, isFilled: boolean, { program, folder, data, recorded, pace }: Run): Promise<Measured | null> => {
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

/** The statements that the program sends for these calls, and the cheapest read there is. */
const readsOf = (recorded: ReadonlyMap<string, Recorded>): FixedStatement[] => {
  const customer = 'select * from customers where organization_id = $1 and id = $2 and deleted_at is null';
  const recordedRead = (title: string, call: string): FixedStatement[] => {
    const recording = recorded.get(call);
    const script = recording && 'scripts' in recording ? recording.scripts[0] : undefined;
    const list = script && listOf(script);
    return list ? [{ title, ...list }] : [];
  };
  return [
    { title: 'one customer by id', text: customer, values: [1, 2] },
    ...recordedRead('newest page', 'page'),
    ...recordedRead("a job's entries", 'ofJob'),
  ];
};

const report = (size: SizeName, measured: readonly Measured[], memory: { text: string; growth: number }): void => {
  const [processor] = cpus();
  const { entries, organizations, largest } = SIZES[size];
  say(`
## Measured

${entries} entries, ${organizations} organizations, the largest with ${largest}. ${cpus().length} × ${processor?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${PACES[size].lanes} connections, median of ${PACES[size].rounds} rounds.

${programTable(measured)}

As a ratio of CPU time to the limits of the same round (least–most of the rounds):

${ratioTable(measured)}

The limits themselves:

${limitTable(measured)}

${memory.text}

${goalTable(goalsOf(measured, memory.growth))}
`);
};

const size = sizeOf(process.argv.slice(2));
if (process.platform !== 'linux') {
  throw new Error('The bench reads CPU times from /proc, which only Linux has.');
}
const folder = await openProgramFolder();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void folder.remove().finally(() => process.exit(1)));
}
try {
  const { data, recorded } = await prepare(folder, size);
  await withProgram(folder, undefined, async (program) => {
    const pace = PACES[size];
    const measured: Measured[] = [];
    for (const call of callsOf(data)) {
      const isFilled = measured.some(({ call: { question } }) => question !== undefined);
      const one = await measureOne(call, isFilled, { program, folder, data, recorded, pace });
      if (one) {
        measured.push(one);
      }
    }
    const memory = await watchMemory(program, callsOf(data), { ms: PACES[size].memoryMs, lanes: pace.lanes });
    report(size, measured, memory);
    const headers = data.signedIn.get(1) ?? {};
    say(`${await measureArchive(program, { organizationId: 1, headers, folder: folder.path })}\n`);
    const { databaseUrl, databasePid } = program;
    const rowSecurity = await measureRowSecurity({ databaseUrl, databasePid, organizationId: 1, reads: readsOf(recorded), size });
    say(
      `## Row-level security\n\nDriver and database, without the program, ${SIZES[size].largest} entries of the organization and others beside them:\n\n${rowSecurity}`,
    );
  });
} finally {
  await folder.remove();
}
