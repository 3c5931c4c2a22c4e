import { join } from 'node:path';
import { createRequest } from './calls.ts';
import type { Run } from './measure-calls.ts';
import { middle, ratio, together, untilCompiled } from './measure.ts';
import { type Found, type Goal, number, spread, table } from './report.ts';
import { newKey } from './recording.ts';
import { type BenchRequest, keepAlive, send } from './requests.ts';
import { AT_ONCE } from './sqlite-questions.ts';
import { asking, type Contender, takeTurns, type Turn } from './turns.ts';
import { startWorker, type Worker } from './worker.ts';

/** Durable creates a second as a share of SQLite's in the process, a commit each. */
const CREATES_OF_SQLITE = 1;
/** Milliseconds of processor time of server and database for an entry in a batch, and for one alone. */
const BATCHED_MS = 0.6;
const ALONE_MS = 2;

/** Entries that one call creates, each with a key of its own. */
const batchRequest = (data: Run['data'], variant: number, key: string): BenchRequest => {
  const { path, headers, body = '{}' } = createRequest(data, variant, key);
  const { 'idempotency-key': _own, ...signedIn } = headers;
  const organizations = [...data.openJobs.keys()];
  // As text: a hundred bodies a call are not to be written anew on the cores that are measured.
  const writes = Array.from({ length: AT_ONCE }, (_, place) => `{"key":"${key}-${place}","method":"POST","path":"${path}","body":${body}}`);
  return {
    method: 'POST',
    path: `/api/organizations/${organizations[variant % organizations.length]}/batches`,
    headers: signedIn,
    body: `{"writes":[${writes.join()}]}`,
  };
};

/** Throws unless every write of a batch takes effect: the call itself succeeds even if none does. */
const requireAllDone = async (origin: string, request: BenchRequest): Promise<void> => {
  const agent = keepAlive(1);
  const { status, body } = await send(origin, agent, request);
  agent.destroy();
  const { answers = [] } = JSON.parse(body.toString()) as { answers?: { status: number }[] };
  if (status !== 200 || answers.length !== AT_ONCE || answers.some((answer) => answer.status !== 201)) {
    throw new Error(`A batch was answered ${status}: ${body.toString().slice(0, 500)}`);
  }
};

type Name = 'batch' | 'alone' | 'sqlite' | 'sqliteBatch';

const WORDS: Readonly<Record<Name, string>> = {
  batch: `ours, ${AT_ONCE} in a batch`,
  alone: 'ours, one by one with a key',
  sqlite: 'SQLite in the process, a commit each',
  sqliteBatch: `SQLite in the process, ${AT_ONCE} in a commit`,
};

const workerContender = (worker: Worker, pieces: number): Contender => ({
  pid: worker.pid,
  work: async (ms) => {
    const report = await worker.run(ms);
    return { ...report, count: report.count * pieces, cpuMs: report.cpuMs };
  },
});

const toSqlite = (turns: readonly Turn<Name>[], ours: Name, theirs: Name) =>
  ratio(
    turns,
    (turn) => turn[ours].perSecond,
    (turn) => turn[theirs].perSecond,
  );

const tableOf = (turns: readonly Turn<Name>[]): string =>
  table(
    [
      'who',
      'entries a second',
      'process CPU ms',
      'database CPU ms',
      'together ms',
      'a second ÷ SQLite, a commit each',
      '÷ SQLite, 100 in one',
    ],
    (Object.keys(WORDS) as Name[]).map((name) => {
      const of = (what: 'process' | 'database' | 'perSecond', digits: number): string =>
        number(
          middle(turns, (turn) => turn[name][what]),
          digits,
        );
      const all = number(
        middle(turns, (turn) => together(turn[name])),
        3,
      );
      const ratios = (['sqlite', 'sqliteBatch'] as const).map((other) => (other === name ? '' : spread(toSqlite(turns, name, other))));
      return [WORDS[name], of('perSecond', 0), of('process', 3), of('database', 3), all, ...ratios];
    }),
  );

const goalsFrom = (turns: readonly Turn<Name>[]): Goal[] => {
  const cpu = (name: Name): number => middle(turns, (turn) => together(turn[name]));
  return [
    {
      text: `Entries in batches of ${AT_ONCE}: a second ÷ those of SQLite, a commit each`,
      wanted: CREATES_OF_SQLITE,
      atLeast: true,
      figure: toSqlite(turns, 'batch', 'sqlite').middle,
    },
    { text: `An entry in a batch of ${AT_ONCE}: CPU of server and database, ms`, wanted: BATCHED_MS, figure: cpu('batch') },
    { text: 'An entry alone, with a key: CPU of server and database, ms', wanted: ALONE_MS, figure: cpu('alone') },
  ];
};

/** New entries in batches and alone, beside SQLite in a process of its own that keeps the same; all of them are on disk when they count. */
export const measureBatches = async ({ program, folder, data, pace, say }: Run): Promise<Found> => {
  const file = join(folder.path, 'batches.sqlite');
  const sqlite = (question: string, isFilled: boolean): Promise<Worker> => {
    const given = { file, databaseUrl: program.databaseUrl, organizationId: 1, data: data.questions, question, isFilled };
    return startWorker('limit-sqlite.ts', given);
  };
  const { origin, pid } = program;
  const batch = asking({ origin, pid, status: 200, pieces: AT_ONCE, of: (variant, key) => batchRequest(data, variant, key) }, pace.lanes);
  const alone = asking({ origin, pid, status: 201, of: (variant, key) => createRequest(data, variant, key) }, pace.lanes);
  const single = await sqlite('create', false);
  const many = await sqlite('creates', true);
  try {
    await requireAllDone(origin, batchRequest(data, 0, newKey()));
    const contenders = { batch, alone, sqlite: workerContender(single, 1), sqliteBatch: workerContender(many, AT_ONCE) };
    const turns = await takeTurns<Name>(program.databasePid, contenders, untilCompiled(pace));
    await requireAllDone(origin, batchRequest(data, 0, newKey()));
    say('Batches: done');
    return { text: tableOf(turns), goals: goalsFrom(turns) };
  } finally {
    batch.end();
    alone.end();
    await Promise.all([single, many].map((worker) => worker.end()));
  }
};
