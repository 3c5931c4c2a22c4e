import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureArchive } from './archive.ts';
import { measureBatches } from './batches.ts';
import { type BillingSizes, measureBilling } from './billing/measure-billing.ts';
import { type CallData, callsOf, prepareCalls, signIn } from './calls.ts';
import { withClient } from './database.ts';
import { measureFilters } from './filters.ts';
import { measureImport } from './imports.ts';
import { measureLists } from './lists.ts';
import { loadSeason } from './load-season.ts';
import type { Pace } from './measure.ts';
import { measureCalls, type Run } from './measure-calls.ts';
import { watchMemory } from './memory.ts';
import { besidePostgrest } from './peers/beside-postgrest.ts';
import { recordCall, type Recorded } from './prepare-limits.ts';
import { openProgramFolder, type ProgramFolder, type RunningProgram } from './program.ts';
import { type Found, type Goal, goalsOf, goalTable, limitTable, programTable, ratioTable } from './report.ts';
import { listOf } from './recording.ts';
import { type FixedStatement, measureRowSecurity } from './rls.ts';
import { measureStarts } from './start.ts';
import { planSeason, type SizeName, SIZES } from './season.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const PACES: Record<SizeName, Pace & { memoryMs: number }> = {
  full: { rounds: 5, sliceMs: 2_000, warmUpMs: 8_000, lanes: 4, memoryMs: 600_000 },
  small: { rounds: 3, sliceMs: 1_200, warmUpMs: 5_000, lanes: 4, memoryMs: 20_000 },
  tiny: { rounds: 1, sliceMs: 150, warmUpMs: 50, lanes: 2, memoryMs: 600 },
};

/** Rows of each kind that the largest organization gets for its lists, beside those of the season. */
const LIST_ROWS: Record<SizeName, number> = { full: 2_000, small: 500, tiny: 200 };

/** Customers of the file that is imported. */
const IMPORTED_ROWS: Record<SizeName, number> = { full: 5_000, small: 5_000, tiny: 300 };

/** A run of bills and a bank's file, and a tenth of them; open bills, and how many were paid. */
const BILLING_SIZES: Record<SizeName, BillingSizes> = {
  full: { open: 300, paid: 20_000, bills: 100, fewBills: 10, lines: 1_000, fewLines: 100 },
  small: { open: 300, paid: 5_000, bills: 40, fewBills: 4, lines: 1_000, fewLines: 100 },
  tiny: { open: 30, paid: 200, bills: 4, fewBills: 1, lines: 100, fewLines: 10 },
};

const PARTS = ['start', 'calls', 'peers', 'batches', 'memory', 'archive', 'imports', 'rows', 'filters', 'billing', 'lists'] as const;
type Part = (typeof PARTS)[number];
const isPart = (word: string): word is Part => PARTS.some((part) => part === word);
const USAGE = `Usage: npm run bench [-- --small | --tiny] [--only ${PARTS.join(',')}]`;
const isSize = (word: string): word is SizeName => Object.hasOwn(SIZES, word);

/** Every part, unless some are named. */
const readArguments = (): { size: SizeName; parts: ReadonlySet<Part> } => {
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({ options: { full: flag, small: flag, tiny: flag, only: { type: 'string' } } });
    const sizes = Object.keys(values).filter(isSize);
    const parts = values.only?.split(',') ?? [...PARTS];
    if (sizes.length <= 1 && parts.every(isPart)) {
      return { size: sizes[0] ?? 'full', parts: new Set(parts) };
    }
  } catch {
    // An unknown option; reported below.
  }
  throw new Error(USAGE);
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

/** One account does here what thousands of people would: without these it would be refused, and its first session ended by later ones. */
const UNBOUNDED = {
  LIMITS: ['requestsPerAccount', 'requestsPerOrganization', 'writesPerAccount', 'writesPerOrganization', 'sessionsPerAccount']
    .map((name) => `${name}=1000000000`)
    .join(),
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

const calls = async (run: Run): Promise<Found> => {
  const measured = await measureCalls(run);
  const text = `${programTable(measured)}

As a ratio of CPU time to the limits of the same round (least–most of the rounds):

${ratioTable(measured)}

The limits themselves:

${limitTable(measured)}`;
  return { text, goals: goalsOf(measured) };
};

const archive = async ({ program, folder }: Run): Promise<Found> => {
  // Only someone who has just signed in may take everything along.
  const headers = await signIn(program.origin, 1);
  return { text: await measureArchive(program, { organizationId: 1, headers, folder: folder.path }), goals: [] };
};

const imports = async ({ program }: Run, size: SizeName): Promise<Found> => {
  const [headers, others] = [await signIn(program.origin, 1), await signIn(program.origin, 2)];
  return measureImport(program, { organizationId: 1, headers, other: { id: 2, headers: others }, rows: IMPORTED_ROWS[size] });
};

const rows = async ({ program, recorded }: Run, size: SizeName): Promise<Found> => {
  const { databaseUrl, databasePid } = program;
  const table = await measureRowSecurity({ databaseUrl, databasePid, organizationId: 1, reads: readsOf(recorded), size });
  return {
    text: `Driver and database, without the program, ${SIZES[size].largest} entries of the organization and others beside them:\n\n${table}`,
    goals: [],
  };
};

/** Shorter turns: there are many lists. */
const lists = (run: Run, size: SizeName): Promise<Found> => {
  const { sliceMs, warmUpMs } = run.pace;
  return measureLists({ ...run, pace: { ...run.pace, sliceMs: sliceMs / 2, warmUpMs: warmUpMs / 8 } }, LIST_ROWS[size]);
};

const filters = (run: Run): Promise<Found> => {
  const { sliceMs, warmUpMs } = run.pace;
  return measureFilters({ ...run, pace: { ...run.pace, sliceMs: sliceMs / 2, warmUpMs: warmUpMs / 8 } });
};

/** Shorter turns, as of lists. */
const billing = (run: Run, size: SizeName): Promise<Found> => {
  const { sliceMs, warmUpMs } = run.pace;
  return measureBilling({ ...run, pace: { ...run.pace, sliceMs, warmUpMs: warmUpMs / 4 } }, BILLING_SIZES[size]);
};

type Prepared = Omit<Run, 'program'>;
type Measure = (prepared: Prepared) => Promise<Found>;

/** Measures a program that was started for it. */
const onProgram =
  (measure: (run: Run) => Promise<Found>): Measure =>
  (prepared) =>
    withProgram(prepared.folder, undefined, (program) => measure({ ...prepared, program }));

/** The parts in the order in which they are measured, each with its title. */
const partsOf = (size: SizeName): Readonly<Record<Part, readonly [title: string, measure: Measure]>> => ({
  start: ['Start', ({ folder, pace }) => measureStarts(folder, pace.rounds)],
  calls: ['Calls', onProgram(calls)],
  peers: ['Beside PostgREST', onProgram(besidePostgrest)],
  batches: ['Entries in batches', onProgram(measureBatches)],
  memory: [
    'Memory',
    onProgram(({ program, data, pace }) => watchMemory(program, callsOf(data), { ms: PACES[size].memoryMs, lanes: pace.lanes })),
  ],
  archive: ['Archive', onProgram(archive)],
  imports: ['Import', onProgram((run) => imports(run, size))],
  rows: ['Row-level security', onProgram((run) => rows(run, size))],
  filters: ['Filters of entries', onProgram((run) => filters(run))],
  billing: ['Billing', onProgram((run) => billing(run, size))],
  // Last: it changes what the organizations have.
  lists: ['Every list', onProgram((run) => lists(run, size))],
});

const introduction = (size: SizeName): string => {
  const [processor] = cpus();
  const { entries, organizations, largest } = SIZES[size];
  const { lanes, rounds } = PACES[size];
  return `${entries} entries, ${organizations} organizations, the largest with ${largest}. ${cpus().length} × ${processor?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}, ${lanes} connections, median of ${rounds} rounds.`;
};

const { size, parts } = readArguments();
if (process.platform !== 'linux') {
  throw new Error('The bench reads CPU times from /proc, which only Linux has.');
}
const folder = await openProgramFolder(UNBOUNDED);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void folder.remove().finally(() => process.exit(1)));
}
try {
  const { data, recorded } = await prepare(folder, size);
  say(`\n${introduction(size)}`);
  const known = partsOf(size);
  const goals: Goal[] = [];
  for (const part of PARTS.filter((name) => parts.has(name))) {
    const [title, measure] = known[part];
    const found = await measure({ folder, data, recorded, pace: PACES[size], say });
    say(`\n## ${title}\n\n${found.text}\n`);
    goals.push(...found.goals);
  }
  say(`\n## Goals\n\n${goalTable(goals)}\n\nRunnable processes at the end: ${loadavg()[0]?.toFixed(1)}.`);
} finally {
  await folder.remove();
}
