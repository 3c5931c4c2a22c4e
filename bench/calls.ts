import type pg from 'pg';
import { type OrganizationPlan } from './season.ts';
import { BENCH_PASSWORD, emailOf, idsBefore, setupIds } from './load-season.ts';
import { newKey } from './recording.ts';
import { type BenchAnswer, type BenchRequest, keepAlive, send } from './requests.ts';
import type { QuestionData } from './sqlite-questions.ts';

/** Asks for a page of that many entries. */
const PAGE_ROWS = 50;
/** Different jobs and words, so that no call is measured by one lucky record. */
const VARIANTS = 8;
/** Entries made after the cursor that `changes` is asked from. */
const CHANGED_ROWS = 50;
/** Writers are spread over this many organizations, because writes of one organization wait for each other. */
const WRITING_ORGANIZATIONS = 8;

/** A list of entries in SQL: conditions and values (`$1`: the organization), and how many at most. */
export interface HandMadeList {
  readonly conditions: string;
  readonly limit: string;
  readonly values: readonly unknown[];
}

/** One of the main calls. */
export interface Call {
  readonly name: string;
  readonly title: string;
  /** The number of requests that differ in more than their key. */
  readonly variants: number;
  /** The request for this variant; `key` is new each time. */
  request(variant: number, key: string): BenchRequest;
  /** Which entries it lists, for a hand-made list of them, if it answers with nothing else. */
  handMade?(variant: number): HandMadeList;
  /** The equivalent question to SQLite, if there is one. */
  readonly question?: string;
  /** Signing in does next to no database work: its limit is the password's hash. */
  readonly limit: 'driver' | 'argon2';
}

/** What the calls are about: the signed-in owners and the records they ask for. */
export interface CallData {
  readonly plan: readonly OrganizationPlan[];
  /** Headers for the owner of each organization, by its id. */
  readonly signedIn: ReadonlyMap<number, Readonly<Record<string, string>>>;
  readonly openJobs: ReadonlyMap<number, readonly number[]>;
  readonly questions: QuestionData;
  readonly words: readonly string[];
  readonly smallOrganization: number;
  /** Null where the build serves no changes. */
  readonly changesCursor: string | null;
}

const WORDS = ['combine 1', 'Keller', 'Baling', 'Corn silage', 'Marta', 'Dairy 3', 'Truck', 'nothing like this'];

/** An entry as a driver sends it, for any organization. */
const entryBody = (plan: readonly OrganizationPlan[], organizationId: number) => {
  const { service } = setupIds(organizationId);
  return {
    serviceTypeId: service,
    date: '2025-10-07',
    equipmentIds: [idsBefore(plan, organizationId, 'machines') + 1],
    operatorIds: [idsBefore(plan, organizationId, 'employees') + 1],
    totalHours: 7.25,
    billableHours: 7,
    fuel: 61.4,
    loads: 12,
    notes: 'Started late, dew on the windrows.',
    customFieldValues: { Acres: 48.5, Moisture: 14.2, Field: 'North 12' },
  };
};

const cookieOf = ({ headers }: BenchAnswer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const signInRequest = (organizationId: number): BenchRequest => ({
  method: 'POST',
  path: '/api/login',
  headers: {},
  body: JSON.stringify({ email: emailOf(organizationId), password: BENCH_PASSWORD }),
});

export const signIn = async (origin: string, organizationId: number): Promise<Record<string, string>> => {
  const agent = keepAlive(1);
  const answer = await send(origin, agent, signInRequest(organizationId));
  agent.destroy();
  if (answer.status !== 200) {
    throw new Error(`Signing in answered ${answer.status}: ${answer.body.toString()}`);
  }
  return { cookie: cookieOf(answer) };
};

const jobsOf = async (client: pg.Client, organizationId: number, status: string): Promise<number[]> => {
  const text = `select id from jobs where organization_id = $1 and status = $2 order by hashint4(id) limit $3`;
  const { rows } = await client.query<{ id: number }>(text, [organizationId, status, VARIANTS]);
  return rows.map(({ id }) => id);
};

/** A new entry in an organization that the variant chooses. */
export const createRequest = (data: Pick<CallData, 'plan' | 'signedIn' | 'openJobs'>, variant: number, key: string): BenchRequest => {
  const organizations = [...data.openJobs.keys()];
  const organizationId = organizations[variant % organizations.length] ?? 1;
  return {
    method: 'POST',
    path: `/api/jobs/${data.openJobs.get(organizationId)?.[0]}/entries`,
    headers: { ...data.signedIn.get(organizationId), 'idempotency-key': key },
    body: JSON.stringify(entryBody(data.plan, organizationId)),
  };
};

const BIG = 1;

/** The current cursor, and entries made after it. */
const openChanges = async (origin: string, data: Omit<CallData, 'changesCursor'>): Promise<string | null> => {
  const agent = keepAlive(4);
  const headers = data.signedIn.get(BIG) ?? {};
  try {
    const first = await send(origin, agent, { method: 'GET', path: `/api/organizations/${BIG}/changes`, headers });
    if (first.status !== 200) {
      return null;
    }
    const { cursor } = JSON.parse(first.body.toString()) as { cursor: string };
    for (let made = 0; made < CHANGED_ROWS; made += 1) {
      await send(origin, agent, createRequest({ ...data, openJobs: new Map([...data.openJobs].slice(0, 1)) }, 0, newKey()));
    }
    return cursor;
  } finally {
    agent.destroy();
  }
};

/** Signs the owners in, looks up what is asked for, and makes the entries whose changes are asked for. */
export const prepareCalls = async (origin: string, client: pg.Client, plan: readonly OrganizationPlan[]): Promise<CallData> => {
  const small = plan.at(-1)?.id ?? BIG;
  const writers = plan.slice(0, WRITING_ORGANIZATIONS).map(({ id }) => id);
  const signedIn = new Map<number, Record<string, string>>();
  const openJobs = new Map<number, readonly number[]>();
  for (const id of new Set([...writers, small])) {
    signedIn.set(id, await signIn(origin, id));
  }
  for (const id of writers) {
    openJobs.set(id, await jobsOf(client, id, 'open'));
  }
  const questions: QuestionData = {
    jobs: await jobsOf(client, BIG, 'completed'),
    openJobs: openJobs.get(BIG) ?? [],
    words: WORDS,
    pageRows: PAGE_ROWS + 1,
    changedRows: CHANGED_ROWS,
    entry: entryBody(plan, BIG),
  };
  const data = { plan, signedIn, openJobs, questions, words: WORDS, smallOrganization: small };
  return { ...data, changesCursor: await openChanges(origin, data) };
};

/** The main calls in the order in which they are measured, writes last. */
export const callsOf = (data: CallData): Call[] => {
  const headers = data.signedIn.get(BIG) ?? {};
  const get = (path: string, own = headers): BenchRequest => ({ method: 'GET', path, headers: own });
  const { jobs } = data.questions;
  const jobAt = (variant: number): number => jobs[variant % jobs.length] ?? 0;
  const page = (id: number) => `/api/organizations/${id}/job-entries?limit=${PAGE_ROWS}`;
  const cursor = encodeURIComponent(data.changesCursor ?? '');
  const limit = 'driver';
  return [
    {
      name: 'ofJob',
      title: "A job's entries",
      variants: jobs.length,
      limit,
      question: 'ofJob',
      handMade: (v) => ({ conditions: 'and job_id = $2', limit: '', values: [BIG, jobAt(v)] }),
      request: (v) => get(`/api/jobs/${jobAt(v)}/entries`),
    },
    {
      name: 'page',
      title: 'Newest page, largest organization',
      variants: 1,
      limit,
      question: 'page',
      handMade: () => ({ conditions: '', limit: `limit ${PAGE_ROWS}`, values: [BIG] }),
      request: () => get(page(BIG)),
    },
    {
      name: 'smallPage',
      title: 'Newest page, smallest organization',
      variants: 1,
      limit,
      request: () => get(page(data.smallOrganization), data.signedIn.get(data.smallOrganization)),
    },
    {
      name: 'search',
      title: 'Text search, first page',
      variants: data.words.length,
      limit,
      question: 'search',
      request: (v) => get(`${page(BIG)}&q=${encodeURIComponent(data.words[v % data.words.length] ?? '')}`),
    },
    {
      name: 'summary',
      title: "A job's summary",
      variants: jobs.length,
      limit,
      question: 'summary',
      request: (v) => get(`/api/jobs/${jobAt(v)}/summary`),
    },
    {
      name: 'changes',
      title: `Changes since a cursor (${CHANGED_ROWS})`,
      variants: 1,
      limit,
      question: 'changes',
      // Only the first of them: the cursor stays where it is while others write.
      request: () => get(`/api/organizations/${BIG}/changes?cursor=${cursor}&limit=${CHANGED_ROWS}`),
    },
    {
      name: 'create',
      title: 'Create an entry with a key',
      variants: data.openJobs.size,
      limit,
      question: 'create',
      request: (v, key) => createRequest(data, v, key),
    },
    { name: 'signIn', title: 'Sign-in', variants: 4, limit: 'argon2', request: (v) => signInRequest(1 + (v % data.plan.length)) },
  ];
};
