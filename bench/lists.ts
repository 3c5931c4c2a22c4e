import { contract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Entity } from '#shared/kinds/registry.ts';
import { withClient } from './database.ts';
import { fillLists, type ListRecords } from './fill-lists.ts';
import type { Run } from './measure-calls.ts';
import { middle, ratio, together } from './measure.ts';
import { type Found, number, spread, table } from './report.ts';
import { newKey } from './recording.ts';
import { type BenchRequest, keepAlive, send } from './requests.ts';
import type { Spread } from './statistics.ts';
import { asking, takeTurns, type Turn } from './turns.ts';

const PAGE_ROWS = 100;
/** CPU of a page in the largest organization as a multiple of that in the smallest. */
const WANTED = 1.2;
/** Rows of each list in the smallest organization: a full page and what tells that there are more. */
const ROWS_OF_SMALLEST = 120;
const LARGEST = 1;

/** A call that answers in pages. */
interface List {
  readonly name: string;
  readonly path: string;
  /** The kind of record that `:id` names. */
  readonly of: Entity | null;
}

// The only one whose address names a record although it is none of the record's own calls.
const OF_ENTRY = 'auditLogs.ofJobEntry';

/** Every call of the contract that answers in pages and is about an organization. */
export const listsOf = (): List[] =>
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Readonly<Record<string, Endpoint>>).flatMap(([call, endpoint]) => {
      const name = `${group}.${call}`;
      const isPaged = endpoint.method === 'GET' && endpoint.query?.safeParse({ limit: String(PAGE_ROWS) }).data?.['limit'] === PAGE_ROWS;
      if (!isPaged || endpoint.scope === 'user' || endpoint.scope === 'public') {
        return [];
      }
      return [{ name, path: endpoint.path, of: endpoint.scope === 'record' ? endpoint.entity : name === OF_ENTRY ? 'jobEntry' : null }];
    }),
  );

/** An organization whose lists are asked for. */
interface Asker {
  readonly id: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly records: ListRecords;
  /** Since then as many changes have happened as a page shows. */
  readonly cursor: string;
}

const requestOf = ({ name, path, of }: List, { id, headers, records, cursor }: Asker): BenchRequest => {
  const record = of === null ? 0 : ((records as unknown as Partial<Record<Entity, number>>)[of] ?? 0);
  const address = path.replace(':orgId', String(id)).replace(':id', String(record));
  const since = name === 'changes.since' ? `&cursor=${encodeURIComponent(cursor)}` : '';
  return { method: 'GET', path: `${address}?limit=${PAGE_ROWS}${since}`, headers };
};

/** Rows of an answer: a list, or the changes of all kinds. */
const rowsIn = (body: Buffer): number => {
  const answer = JSON.parse(body.toString()) as readonly unknown[] | { upserts: Readonly<Record<string, readonly unknown[]>> };
  return 'upserts' in answer ? Object.values(answer.upserts).reduce((sum, rows) => sum + rows.length, 0) : answer.length;
};

/** Fills the lists of an organization, and lets its owner make a page of changes. */
const prepare = async ({ program, data }: Run, id: number, count: number): Promise<Asker> => {
  const headers = data.signedIn.get(id) ?? {};
  const records = await withClient(program.databaseUrl, (client) => fillLists(client, id, count));
  const agent = keepAlive(4);
  try {
    const path = `/api/organizations/${id}`;
    const now = await send(program.origin, agent, { method: 'GET', path: `${path}/changes`, headers });
    const { cursor } = JSON.parse(now.body.toString()) as { cursor: string };
    for (let made = 0; made < PAGE_ROWS; made += 1) {
      const body = JSON.stringify({ businessName: `Changed ${made}` });
      await send(program.origin, agent, {
        method: 'POST',
        path: `${path}/customers`,
        headers: { ...headers, 'idempotency-key': newKey() },
        body,
      });
    }
    return { id, headers, records, cursor };
  } finally {
    agent.destroy();
  }
};

type Name = 'largest' | 'smallest';

interface MeasuredList {
  readonly name: string;
  readonly kilobytes: Readonly<Record<Name, number>>;
  readonly turns: readonly Turn<Name>[];
}

const measureList = async (list: List, { program, pace }: Run, askers: Readonly<Record<Name, Asker>>): Promise<MeasuredList> => {
  const { origin, pid } = program;
  const agent = keepAlive(1);
  const check = async (asker: Asker): Promise<number> => {
    const request = requestOf(list, asker);
    const { status, body } = await send(origin, agent, request);
    if (status !== 200 || rowsIn(body) !== PAGE_ROWS) {
      throw new Error(`${list.name}: ${request.path} answered ${status} instead of a full page: ${body.toString().slice(0, 300)}`);
    }
    return body.length / 1024;
  };
  const contender = (asker: Asker) => {
    const request = requestOf(list, asker);
    return asking({ origin, pid, status: 200, of: () => request }, pace.lanes);
  };
  const contenders = { largest: contender(askers.largest), smallest: contender(askers.smallest) };
  try {
    const kilobytes = { largest: await check(askers.largest), smallest: await check(askers.smallest) };
    return { name: list.name, kilobytes, turns: await takeTurns<Name>(program.databasePid, contenders, pace) };
  } finally {
    agent.destroy();
    Object.values(contenders).forEach((one) => one.end());
  }
};

const toSmallest = ({ turns }: MeasuredList): Spread =>
  ratio(
    turns,
    ({ largest }) => together(largest),
    ({ smallest }) => together(smallest),
  );

const lineOf = (measured: MeasuredList): string[] => {
  const { name, kilobytes, turns } = measured;
  const of = (who: Name, what: 'process' | 'database'): string =>
    number(
      middle(turns, (turn) => turn[who][what]),
      2,
    );
  const figures = (['largest', 'smallest'] as const).flatMap((who) => [number(kilobytes[who], 1), of(who, 'process'), of(who, 'database')]);
  return [name, ...figures, spread(toSmallest(measured))];
};

/**
 * Every list of the contract: a page of 100 in the largest organization and in the smallest, in turns. So that the smallest has a full page
 * of everything, both are filled: the smallest with as little as that takes, the largest with many times as much.
 */
export const measureLists = async (run: Run, rowsOfLargest: number): Promise<Found> => {
  const { program, data, say } = run;
  const largest = await prepare(run, LARGEST, rowsOfLargest);
  const smallest = await prepare(run, data.smallOrganization, ROWS_OF_SMALLEST);
  await withClient(program.databaseUrl, async (client) => {
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  });
  const measured: MeasuredList[] = [];
  for (const list of listsOf()) {
    measured.push(await measureList(list, run, { largest, smallest }));
    say(`${list.name}: done`);
  }
  const [worst] = measured.toSorted((one, other) => toSmallest(other).middle - toSmallest(one).middle);
  const figure = worst ? toSmallest(worst).middle : Number.NaN;
  const head = [
    'list',
    'largest: KB',
    'server CPU ms',
    'database CPU ms',
    'smallest: KB',
    'server CPU ms',
    'database CPU ms',
    'largest ÷ smallest',
  ];
  return {
    text: table(head, measured.map(lineOf)),
    goals: [
      {
        text: `Page of ${PAGE_ROWS}, every list: CPU in the largest organization ÷ in the smallest; most: ${worst?.name}`,
        wanted: WANTED,
        figure,
      },
    ],
  };
};
