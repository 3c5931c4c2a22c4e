import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { CallData } from '#bench/calls.ts';
import { withClient } from '#bench/database.ts';
import { type Cost, middle, type Pace, ratio, together, untilCompiled } from '#bench/measure.ts';
import type { Run } from '#bench/measure-calls.ts';
import type { RunningProgram } from '#bench/program.ts';
import { type Found, type Goal, number, spread, table } from '#bench/report.ts';
import { type BenchRequest, keepAlive, send } from '#bench/requests.ts';
import { asking, takeTurns, type Turn } from '#bench/turns.ts';
import { startWorker } from '#bench/worker.ts';
import type { BareConfiguration } from './bare.ts';
import { installPeer, PeerMissing } from './packages.ts';
import { openDoor, POSTGREST, startPostgrest, tokenOf } from './postgrest.ts';

const PAGE_ROWS = 100;
/** As many as a big job of a season has. */
const JOB_ROWS = 130;
const ORGANIZATION = 1;
/** CPU of ours as a multiple of PostgREST's. */
const WANTED = 1;

/** A name to which a foreign key leads, by its columns in the other table. */
const linked = (source: string, key: string, columns: string): string => `${source}!job_entries_${key}_fkey(${columns})`;
const OF_OTHERS = [linked('customers', 'customer', 'business_name'), linked('service_types', 'service_type', 'name')];

/*
 * What PostgREST selects, at its cheapest: reading a list of 26 columns costs it more than the whole page does with `*`, which is two columns
 * more than we answer with. Names of lists and of who checked an entry can only be had by functions.
 */
const SELECTS = {
  three: ['*', linked('jobs', 'job', 'name'), ...OF_OTHERS].join(),
  all: [
    '*',
    linked('jobs', 'job', 'name,is_placeholder'),
    ...OF_OTHERS,
    linked('implements', 'implement', 'name'),
    'equipment_names',
    'operator_names',
    'checked_by_name',
  ].join(),
};

interface Question {
  readonly title: string;
  readonly ours: BenchRequest;
  /** Which rows PostgREST reads, in the same order. */
  readonly rows: string;
  /** The same for the bare program. */
  readonly filter: BareConfiguration['filter'];
}

/** A new job of the largest organization with that many entries, copied from others; returns its id. */
const fillJob = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ id: number; customerId: number }>(
    `insert into jobs (organization_id, name, customer_id, created_by)
     select organization_id, 'The big harvest', customer_id, created_by from jobs where organization_id = $1 order by id limit 1
     returning id, customer_id as "customerId"`,
    [ORGANIZATION],
  );
  const [job] = rows;
  const copied = `service_type_id, date, season, equipment_ids, operator_ids, total_hours, billable_hours, fuel, loads, notes, custom_field_values`;
  await client.query(
    `insert into job_entries (organization_id, job_id, customer_id, created_by, ${copied})
     select organization_id, $2, $3, created_by, ${copied} from job_entries where organization_id = $1 order by job_id, id limit $4`,
    [ORGANIZATION, job?.id, job?.customerId, JOB_ROWS],
  );
  await client.query('vacuum (analyze) jobs, job_entries');
  return job?.id ?? 0;
};

const questionsOf = (data: CallData, jobId: number): Question[] => {
  const headers = data.signedIn.get(ORGANIZATION) ?? {};
  const own = `organization_id=eq.${ORGANIZATION}&deleted_at=is.null`;
  const order = 'order=date.desc,id.desc';
  return [
    {
      title: `Page of the ${PAGE_ROWS} newest entries`,
      ours: { method: 'GET', path: `/api/organizations/${ORGANIZATION}/job-entries?limit=${PAGE_ROWS}`, headers },
      rows: `${own}&${order}&limit=${PAGE_ROWS}`,
      filter: { limit: PAGE_ROWS },
    },
    {
      title: `The ${JOB_ROWS} entries of a job`,
      ours: { method: 'GET', path: `/api/jobs/${jobId}/entries`, headers },
      rows: `${own}&job_id=eq.${jobId}&${order}`,
      filter: { jobId, limit: JOB_ROWS },
    },
  ];
};

type Row = Readonly<Record<string, unknown>>;

const rowsOf = async (origin: string, request: BenchRequest): Promise<{ rows: Row[]; bytes: number }> => {
  const agent = keepAlive(1);
  const { status, body } = await send(origin, agent, request);
  agent.destroy();
  if (status !== 200) {
    throw new Error(`${request.path} answered ${status}: ${body.toString().slice(0, 500)}`);
  }
  return { rows: JSON.parse(body.toString()) as Row[], bytes: body.length };
};

/** Where PostgREST nests a name. */
const EMBEDDED: Readonly<Record<string, (row: Row) => Row>> = {
  jobs: ({ name, is_placeholder: is }) => ({ jobName: name, ...(is === undefined ? {} : { awaitsJob: is }) }),
  customers: ({ business_name: name }) => ({ customerName: name }),
  service_types: ({ name }) => ({ serviceTypeName: name }),
  implements: ({ name }) => ({ implementName: name }),
};

const camelCase = (column: string): string => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** A row of PostgREST under our names, without what we do not answer with, and without moments, which the two write differently. */
const asOurs = (row: Row): Row => {
  const cells = Object.entries(row).flatMap(([name, value]) => {
    const flat = EMBEDDED[name];
    return flat ? Object.entries(value === null ? {} : flat(value as Row)) : [[camelCase(name), value] as const];
  });
  return Object.fromEntries(cells.filter(([name]) => !name.endsWith('At') && name !== 'deletedWithJob'));
};

/** PostgREST answers with the same rows in the same order, with the same values; throws if not. */
const requireSame = (title: string, ours: readonly Row[], theirs: readonly Row[]): void => {
  const isSame = theirs.every((row, place) =>
    Object.entries(asOurs(row)).every(([name, value]) => isDeepStrictEqual(ours[place]?.[name], value)),
  );
  if (ours.length !== theirs.length || !isSame) {
    throw new Error(`${title}: PostgREST answers with other rows: ${JSON.stringify(theirs[0])} instead of ${JSON.stringify(ours[0])}`);
  }
};

type Name = 'ours' | 'bare' | 'three' | 'asked' | 'all';

interface Compared {
  readonly title: string;
  readonly rows: number;
  readonly answers: Readonly<Record<Name, { readonly bytes: number }>>;
  readonly turns: readonly Turn<Name>[];
}

const compare = async (
  question: Question,
  program: RunningProgram,
  peer: { origin: string; pid: number },
  pace: Pace,
): Promise<Compared> => {
  const { title, ours, rows, filter } = question;
  const theirs = (select: string, headers = {}): BenchRequest => ({
    method: 'GET',
    path: `/job_entries?select=${select}&${rows}`,
    headers,
  });
  // Accounts have the ids of their organizations.
  const asked = theirs(SELECTS.three, tokenOf(ORGANIZATION));
  const requests = { ours, bare: ours, three: theirs(SELECTS.three), asked, all: theirs(SELECTS.all) };
  const configuration: BareConfiguration = { url: program.databaseUrl, organizationId: ORGANIZATION, filter };
  const bare = await startWorker('peers/bare.ts', configuration);
  const places = { ours: program, bare: { origin: String(bare.greeting), pid: bare.pid }, three: peer, asked: peer, all: peer };
  const from = (name: Name) => asking({ ...places[name], status: 200, of: () => requests[name] }, pace.lanes);
  const contenders = { ours: from('ours'), bare: from('bare'), three: from('three'), asked: from('asked'), all: from('all') };
  try {
    const answers = {
      ours: await rowsOf(program.origin, ours),
      bare: await rowsOf(places.bare.origin, ours),
      three: await rowsOf(peer.origin, requests.three),
      asked: await rowsOf(peer.origin, requests.asked),
      all: await rowsOf(peer.origin, requests.all),
    };
    requireSame(title, answers.ours.rows, answers.three.rows);
    requireSame(title, answers.ours.rows, answers.asked.rows);
    requireSame(title, answers.ours.rows, answers.all.rows);
    requireSame(title, answers.ours.rows, answers.bare.rows);
    const turns = await takeTurns<Name>(program.databasePid, contenders, pace);
    return { title, rows: answers.ours.rows.length, answers, turns };
  } finally {
    Object.values(contenders).forEach((one) => one.end());
    await bare.end();
  }
};

const toPeer = ({ turns }: Compared, name: 'three' | 'asked' | 'all', who: 'ours' | 'bare' = 'ours') =>
  ratio(
    turns,
    (turn) => together(turn[who]),
    (turn) => together(turn[name]),
  );

const WORDS: Readonly<Record<Name, string>> = {
  ours: 'ours, all names',
  bare: 'our statement behind bare HTTP',
  three: 'PostgREST, three names',
  asked: 'the same, asking who it is',
  all: 'PostgREST, all names',
};

const ratioOf = (compared: Compared, name: Name): string => {
  switch (name) {
    case 'ours':
      return '';
    case 'bare':
      return `(${number(toPeer(compared, 'three', 'bare').middle, 2)} of PostgREST, three names)`;
    default:
      return spread(toPeer(compared, name));
  }
};

const linesOf = (compared: Compared): string[][] => {
  const { title, rows, answers, turns } = compared;
  return (['ours', 'bare', 'three', 'asked', 'all'] as const).map((name) => {
    const of = (what: (cost: Cost) => number, digits = 2): string =>
      number(
        middle(turns, (turn) => what(turn[name])),
        digits,
      );
    const least = Math.min(...turns.map((turn) => together(turn[name])));
    return [
      `${title} (${rows})`,
      WORDS[name],
      number(answers[name].bytes / 1024, 1),
      of(({ perSecond }) => perSecond, 0),
      of(({ process }) => process),
      of(({ database }) => database),
      of(together),
      number(least, 2),
      ratioOf(compared, name),
    ];
  });
};

const goalsFrom = (compared: readonly Compared[]): Goal[] =>
  [`Page of the ${PAGE_ROWS} newest entries`, `The ${JOB_ROWS} entries of a job`].map((title) => {
    const one = compared.find((each) => each.title === title);
    return {
      text: `${title}: CPU ÷ that of PostgREST with three names`,
      wanted: WANTED,
      figure: one ? toPeer(one, 'three').middle : Number.NaN,
    };
  });

/** Lists of entries beside PostgREST on the same database: the same rows, in turns. Where it cannot be had, that is what the text says. */
export const besidePostgrest = async ({ program, data, pace: usual, say }: Run): Promise<Found> => {
  const compared: Compared[] = [];
  const pace = untilCompiled(usual);
  try {
    const modules = await installPeer(POSTGREST, say);
    const jobId = await withClient(program.databaseUrl, async (client) => {
      await openDoor(client);
      return fillJob(client);
    });
    const peer = await startPostgrest(modules, program.databaseUrl);
    try {
      for (const question of questionsOf(data, jobId)) {
        compared.push(await compare(question, program, peer, pace));
        say(`${question.title}: done beside PostgREST`);
      }
    } finally {
      await peer.end();
    }
  } catch (error) {
    if (error instanceof PeerMissing) {
      return { text: error.message, goals: goalsFrom(compared) };
    }
    throw error;
  }
  const head = [
    'question (rows)',
    'who',
    'KB',
    'a second',
    'server CPU ms',
    'database CPU ms',
    'together ms',
    'least of a round',
    'ours ÷ theirs',
  ];
  return { text: table(head, compared.flatMap(linesOf)), goals: goalsFrom(compared) };
};
