import type pg from 'pg';
import { withClient } from './database.ts';
import type { Run } from './measure-calls.ts';
import { middle, ratio, together } from './measure.ts';
import { type Found, number, spread, table } from './report.ts';
import { type BenchRequest, keepAlive, send } from './requests.ts';
import { setupIds } from './load-season.ts';
import type { Spread } from './statistics.ts';
import { asking, takeTurns, type Turn } from './turns.ts';

const PAGE_ROWS = 100;
/** CPU of a filtered page as a multiple of the newest page. */
const WANTED = 1.2;
/** The organization that is asked. */
const LARGEST = 1;
/** Entries that meet what is called rare: the oldest. */
const RARE = 20;

const OLDEST = `(select id from job_entries where organization_id = $1 and deleted_at is null order by date, id limit ${RARE})`;
const OF_OLDEST_JOB = '(select job_id from job_entries where organization_id = $1 order by date, id limit 1)';

/** A state of the organization, and the filters that are asked in it. */
interface Scene {
  readonly name: string;
  /** Statements about the organization `$1`. */
  readonly set: readonly string[];
  readonly queries: readonly string[];
}

/** Past the journal, as if it had been followed. */
const SCENES: readonly Scene[] = [
  {
    name: 'few are checked, billed, hinted or incomplete, all of them old',
    set: [
      `update job_entries set checked_at = case when id in ${OLDEST} then now() end where organization_id = $1`,
      `update job_entries set total_hours = null where organization_id = $1 and id in ${OLDEST}`,
      `update job_entries set total_hours = 6 where organization_id = $1 and total_hours is null and id not in ${OLDEST}`,
      `update jobs set status = case when id = ${OF_OLDEST_JOB} then 'billed' else 'open' end where organization_id = $1`,
      'delete from entry_hints where organization_id = $1',
      'delete from incomplete_entries where organization_id = $1',
      `insert into entry_hints (organization_id, entry_id, date, hints)
       select $1, id, date, '[{"kind": "tooLong", "others": []}]' from job_entries where organization_id = $1 and id in ${OLDEST}`,
      `insert into incomplete_entries (organization_id, entry_id, date)
       select $1, id, date from job_entries where organization_id = $1 and id in ${OLDEST}`,
    ],
    queries: [
      'checked=true',
      'checked=false',
      'billed=true',
      'billed=false',
      'hints=true',
      'hints=false',
      'missing=true',
      'missing=false',
      'checked=false&billed=false&missing=true',
    ],
  },
  {
    name: 'few are left to check and to bill, all of them old',
    set: [
      `update job_entries set checked_at = case when id in ${OLDEST} then null else now() end where organization_id = $1`,
      `update jobs set status = case when id = ${OF_OLDEST_JOB} then 'open' else 'billed' end where organization_id = $1`,
    ],
    queries: ['checked=false', 'checked=true', 'billed=false', 'billed=true', 'checked=false&billed=false'],
  },
  {
    name: 'of a season, the first half is checked and billed',
    set: [
      `update job_entries set checked_at = case when date < '2025-07-01' then now() end where organization_id = $1`,
      `update jobs set status = case when created_at < '2025-07-01' then 'billed' else 'open' end where organization_id = $1`,
    ],
    queries: ['checked=false', 'checked=true', 'billed=false', 'billed=true', 'checked=false&billed=false'],
  },
];

/** Services that ask for as much as those of a company do; and everything that follows the entries is up to date. */
const prepare = async (client: pg.Client): Promise<void> => {
  const { field } = setupIds(LARGEST);
  // Equipment, Operator, Hours and Acres.
  await client.query('update service_types set required_field_ids = $2 where organization_id = $1', [
    LARGEST,
    [field, field + 1, field + 2, field + 7],
  ]);
};

const enter = async (client: pg.Client, { set }: Scene): Promise<void> => {
  for (const text of set) {
    await client.query(text, [LARGEST]);
  }
  await client.query(
    `insert into hint_progress (organization_id, seq, counted, day)
     select organization_id, seq, 5000, (now() at time zone 'UTC')::date from organization_seq where organization_id = $1
     on conflict (organization_id) do update set seq = excluded.seq, counted = 5000, day = excluded.day, unjudged_before = null`,
    [LARGEST],
  );
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
};

interface MeasuredFilter {
  readonly query: string;
  readonly rows: number;
  readonly toPlain: Spread;
  readonly process: number;
  readonly database: number;
}

const PLAIN = '';

const measureScene = async (scene: Scene, { program, data, pace }: Run): Promise<MeasuredFilter[]> => {
  const { origin, pid, databasePid } = program;
  const headers = data.signedIn.get(LARGEST) ?? {};
  const requestOf = (query: string): BenchRequest => ({
    method: 'GET',
    path: `/api/organizations/${LARGEST}/job-entries?limit=${PAGE_ROWS}${query === PLAIN ? '' : `&${query}`}`,
    headers,
  });
  const agent = keepAlive(1);
  const rowsOf = async (query: string): Promise<number> => {
    const { status, body } = await send(origin, agent, requestOf(query));
    if (status !== 200) {
      throw new Error(`${query} answered ${status}: ${body.toString().slice(0, 300)}`);
    }
    return (JSON.parse(body.toString()) as unknown[]).length;
  };
  const names = [PLAIN, ...scene.queries];
  const contenders = Object.fromEntries(
    names.map((query) => [query, asking({ origin, pid, status: 200, of: () => requestOf(query) }, pace.lanes)] as const),
  );
  try {
    const rows = new Map<string, number>();
    for (const query of names) {
      rows.set(query, await rowsOf(query));
    }
    const turns: Turn<string>[] = await takeTurns(databasePid, contenders, pace);
    const cost = (query: string) => (turn: Turn<string>) => turn[query];
    const sum = (query: string) => (turn: Turn<string>) => {
      const found = cost(query)(turn);
      return found ? together(found) : Number.NaN;
    };
    return names.map((query) => ({
      query: query === PLAIN ? 'the newest' : query,
      rows: rows.get(query) ?? 0,
      toPlain: ratio(turns, sum(query), sum(PLAIN)),
      process: middle(turns, (turn) => cost(query)(turn)?.process ?? Number.NaN),
      database: middle(turns, (turn) => cost(query)(turn)?.database ?? Number.NaN),
    }));
  } finally {
    agent.destroy();
    Object.values(contenders).forEach((one) => one.end());
  }
};

/** What the office filters by: a page of each filter beside the newest page, in turns, where much and where little meets it. */
export const measureFilters = async (run: Run): Promise<Found> => {
  const { program, say } = run;
  const parts: string[] = [];
  const all: (MeasuredFilter & { readonly scene: string })[] = [];
  await withClient(program.databaseUrl, prepare);
  for (const scene of SCENES) {
    await withClient(program.databaseUrl, (client) => enter(client, scene));
    const measured = await measureScene(scene, run);
    all.push(...measured.map((filter) => ({ ...filter, scene: scene.name })));
    const lines = measured.map(({ query, rows, process, database, toPlain }) => [
      query,
      String(rows),
      number(process, 2),
      number(database, 2),
      spread(toPlain),
    ]);
    parts.push(`${scene.name}:\n\n${table(['filter', 'rows', 'server CPU ms', 'database CPU ms', '÷ the newest'], lines)}`);
    say(`filters, ${scene.name}: done`);
  }
  const [worst] = all.toSorted((one, other) => other.toPlain.middle - one.toPlain.middle);
  return {
    text: parts.join('\n\n'),
    goals: [
      {
        text: `Page of ${PAGE_ROWS}, every filter of the office: CPU ÷ the newest page; most: ${worst?.query} where ${worst?.scene}`,
        wanted: WANTED,
        figure: worst?.toPlain.middle ?? Number.NaN,
      },
    ],
  };
};
