import type pg from 'pg';
import { withClient } from '#bench/database.ts';
import type { Run } from '#bench/measure-calls.ts';
import { middle, type Pace, ratio, together } from '#bench/measure.ts';
import { type Found, type Goal, number, spread, table } from '#bench/report.ts';
import type { Spread } from '#bench/statistics.ts';
import { asking, type Contender, takeTurns, type Turn } from '#bench/turns.ts';
import { type Ask, asker } from './ask.ts';
import { issueRun, runsOf, statementsOf } from './contenders.ts';
import { copyBills, makeBillable, makeLongJob, unbilledJobs } from './rows.ts';

/** The organization with much, and one with little. */
const LARGEST = 1;
const OTHER = 2;
/** Cost with much as a multiple of that with little, where it should be flat: the page, a bill of a run, a payment of a file. */
const WANTED = 1.2;
/** CPU of the server for the work of a season of so many jobs. */
const SEASON_JOBS = 2_200;
const SEASON_MS = 60;
/** Work log of a long bill. */
const LONG_ENTRIES = 300;

/** How much there is of everything. */
export interface BillingSizes {
  readonly open: number;
  readonly paid: number;
  readonly bills: number;
  readonly fewBills: number;
  readonly lines: number;
  readonly fewLines: number;
}

interface Measured {
  readonly what: string;
  readonly pieces: number;
  readonly process: number;
  readonly database: number;
  readonly toOther: Spread | null;
}

/** Two contenders in turns: what one piece of each costs, and the first as a multiple of the second. */
const compare = async (
  { databasePid, pace }: { databasePid: number; pace: Pace },
  first: readonly [string, Contender, number],
  second: readonly [string, Contender, number],
): Promise<Measured[]> => {
  const turns: Turn<'first' | 'second'>[] = await takeTurns(databasePid, { first: first[1], second: second[1] }, pace);
  const lineOf = (who: 'first' | 'second', [what, , pieces]: readonly [string, Contender, number], toOther: Spread | null): Measured => ({
    what,
    pieces,
    process: middle(turns, (turn) => turn[who].process),
    database: middle(turns, (turn) => turn[who].database),
    toOther,
  });
  const toOther = ratio(
    turns,
    (turn) => together(turn.first),
    (turn) => together(turn.second),
  );
  return [lineOf('first', first, toOther), lineOf('second', second, null)];
};

interface Scene {
  readonly run: Run;
  readonly sizes: BillingSizes;
  readonly client: pg.Client;
  readonly ask: Ask;
  readonly askOther: Ask;
}

/** Asks for a page of an organization; `pieces` counts what is in it. */
const reading = ({ run }: Scene, path: string, { orgId = LARGEST, pieces = 1 } = {}) => {
  const { program, data, pace } = run;
  const request = { method: 'GET', path: `/api/organizations/${orgId}/${path}`, headers: data.signedIn.get(orgId) ?? {} } as const;
  return asking({ origin: program.origin, pid: program.pid, status: 200, pieces, of: () => request }, pace.lanes);
};

/** Two pages in turns. */
const comparePages = async (
  scene: Scene,
  first: readonly [string, string, { orgId?: number; pieces?: number }?],
  second: readonly [string, string, { orgId?: number; pieces?: number }?],
): Promise<Measured[]> => {
  const { program, pace } = scene.run;
  const [one, other] = [reading(scene, first[1], first[2]), reading(scene, second[1], second[2])];
  try {
    const [pieces, morePieces] = [first[2]?.pieces ?? 1, second[2]?.pieces ?? 1];
    return await compare({ databasePid: program.databasePid, pace }, [first[0], one, pieces], [second[0], other, morePieces]);
  } finally {
    one.end();
    other.end();
  }
};

const season = async (scene: Scene) => {
  const path = 'season-repeats?season=2026&of=2025';
  const { works } = await scene.ask<{ works: unknown[] }>('GET', path);
  const page = ['the 50 newest entries', 'job-entries?limit=50'] as const;
  const measured = await comparePages(scene, [`work of a season, ${works.length} jobs`, path], page);
  return { measured, jobs: works.length };
};

/** Bills in so many customers' worth of work, as the office looks at them before a run. */
const previews = async (scene: Scene): Promise<Measured[]> => {
  const pathOf = (customers: number): string => `unbilled-bills?limit=${customers}`;
  const billsOf = async (path: string): Promise<number> =>
    (await scene.ask<{ bills: unknown[] }[]>('GET', path)).reduce((sum, { bills }) => sum + bills.length, 0);
  const [many, few] = [pathOf(20), pathOf(2)];
  const [pieces, fewPieces] = [await billsOf(many), await billsOf(few)];
  return comparePages(scene, ['a bill to come, among many', many, { pieces }], ['among few', few, { pieces: fewPieces }]);
};

const runs = async ({ run, sizes, client, ask }: Scene): Promise<Measured[]> => {
  const { pid, databasePid } = run.program;
  const jobs = await unbilledJobs(client, LARGEST);
  const { bills, fewBills } = sizes;
  return compare(
    { databasePid, pace: run.pace },
    [`a bill seen and issued, in a run of ${bills}`, runsOf(ask, pid, jobs, bills), bills],
    [`in a run of ${fewBills}`, runsOf(ask, pid, jobs, fewBills), fewBills],
  );
};

const papers = async (scene: Scene, longJob: number): Promise<Measured[]> => {
  const { ask, client } = scene;
  const short = (await unbilledJobs(client, LARGEST)).find((id) => id !== longJob) ?? 0;
  await issueRun(ask, [longJob, short]);
  const recordOf = async (jobId: number): Promise<number> => {
    const [record] = await ask<{ id: number }[]>('GET', `billing-records?jobId=${jobId}`);
    return record?.id ?? 0;
  };
  const long = `billing-records/${await recordOf(longJob)}/document?annex=true`;
  return comparePages(
    scene,
    [`a bill as a PDF, with ${LONG_ENTRIES} entries`, long],
    ['of one page', `billing-records/${await recordOf(short)}/document`],
  );
};

const receivables = async (scene: Scene): Promise<Measured[]> => {
  const { client, askOther, sizes } = scene;
  const [job = 0] = await unbilledJobs(client, OTHER);
  await issueRun(askOther, [job]);
  await copyBills(client, LARGEST, sizes);
  await copyBills(client, OTHER, { open: sizes.open, paid: 0 });
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
  const [much, little] = [`${sizes.open} open bills beside ${sizes.paid} paid ones`, 'beside none'];
  return comparePages(scene, [much, 'receivables'], [little, 'receivables', { orgId: OTHER }]);
};

const statements = async ({ run, sizes, client, ask }: Scene): Promise<Measured[]> => {
  const { pid, databasePid } = run.program;
  const { lines, fewLines, open } = sizes;
  const of = (count: number) => statementsOf({ ask, client, orgId: LARGEST }, { pid, lines: count, open });
  return compare(
    { databasePid, pace: run.pace },
    [`a payment read and matched, in a file of ${lines}`, of(lines), lines],
    [`in a file of ${fewLines}`, of(fewLines), fewLines],
  );
};

const cells = ({ what, pieces, process, database, toOther }: Measured): string[] => [
  what,
  String(pieces),
  number(process, 2),
  number(database, 2),
  toOther === null ? '' : spread(toOther),
];

const flat = (text: string, [measured]: readonly Measured[]): Goal => ({
  text,
  wanted: WANTED,
  figure: measured?.toOther?.middle ?? Number.NaN,
});

const measureAll = async (scene: Scene): Promise<Found> => {
  const { client, run } = scene;
  const lastYear = await season(scene);
  await makeBillable(client, LARGEST);
  await makeBillable(client, OTHER);
  const longJob = await makeLongJob(client, LARGEST, LONG_ENTRIES);
  await client.query('vacuum (analyze)');
  const toCome = await previews(scene);
  const printed = await papers(scene, longJob);
  const issued = await runs(scene);
  run.say('Bills: done');
  const owed = await receivables(scene);
  const paid = await statements(scene);
  const all = [lastYear.measured, toCome, issued, printed, owed, paid].flat();
  const perJob = (lastYear.measured[0]?.process ?? Number.NaN) / lastYear.jobs;
  return {
    text: table(['what', 'pieces', 'server CPU ms a piece', 'database CPU ms', '÷ the next'], all.map(cells)),
    goals: [
      { text: `Work of the season before: CPU of the server for ${SEASON_JOBS} jobs, ms`, wanted: SEASON_MS, figure: perJob * SEASON_JOBS },
      flat('Bills to come: CPU for each, among many ÷ among few', toCome),
      flat('A bill of a run: CPU, in a long run ÷ in a short one', issued),
      flat('Receivables: CPU beside many paid bills ÷ beside none', owed),
      flat("A bank's file: CPU for each payment, in a long file ÷ in a short one", paid),
    ],
  };
};

/** What billing costs: its pages beside much and little of what they are about, and bills and payments beside more and fewer of them. */
export const measureBilling = async (run: Run, sizes: BillingSizes): Promise<Found> => {
  const [largest, other] = [asker(run, LARGEST), asker(run, OTHER)];
  try {
    return await withClient(run.program.databaseUrl, (client) => measureAll({ run, sizes, client, ask: largest.ask, askOther: other.ask }));
  } finally {
    largest.end();
    other.end();
  }
};
