import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Program, removeFolder, startProgram } from '../support/program.ts';
import { askDatabase, type Before, checkCopy, checkPhotos, checkRows, checkTraces } from './check.ts';
import { type Link, sendAllAgain, work } from './client.ts';
import { type Figures, noFigures, Violations } from './figures.ts';
import { type Base, Plan } from './operations.ts';
import { databaseOf, killAll } from './processes.ts';

interface Storm {
  readonly rounds: number;
  readonly clients: number;
  /** Of the program, besides where its data are. */
  readonly env: Record<string, string>;
}

interface Outcome {
  readonly violations: readonly string[];
  readonly figures: Figures;
}

const SHORTEST_MS = 100;
const LONGEST_MS = 900;

const postJson = async (url: string, body: object, cookie = ''): Promise<Response> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  }
  return response;
};

/** Somebody signed in, his organization, and what everything else hangs on. */
const setUp = async (url: string): Promise<{ cookie: string; base: Base }> => {
  const account = { email: 'dana@example.com', password: 'three words and more', firstName: 'Dana', lastName: 'Lind' };
  const registered = await postJson(`${url}/api/register`, account);
  const cookie = registered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const make = async (path: string, body: object) => ((await (await postJson(url + path, body, cookie)).json()) as { id: number }).id;
  const orgId = await make('/api/organizations', { name: 'Halvorsen Custom' });
  const within = `/api/organizations/${orgId}`;
  const customerId = await make(`${within}/customers`, { businessName: 'Pine Ridge' });
  const jobId = await make(`${within}/jobs`, { name: 'North', customerId });
  const serviceTypeId = await make(`${within}/service-types`, { name: 'Chopping' });
  return { cookie, base: { orgId, customerId, jobId, serviceTypeId } };
};

const standing = (dataDir: string): Promise<Before> =>
  askDatabase(dataDir, async (rows) => {
    const [row] = await rows<Before>(
      `select (select max(seq)::int from changes) as seq, (select max(id)::int from audit_logs) as "auditId"`,
    );
    if (!row) {
      throw new Error('The database does not say where it stands.');
    }
    return row;
  });

/** A promise that somebody else keeps. */
const promised = () => {
  let keep: (url: string | undefined) => void = () => undefined;
  const promise = new Promise<string | undefined>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
};

/** The server that clients talk to, which a nemesis takes away and brings back. */
class Victim {
  readonly dataDir: string;
  program: Program;
  private up = promised();
  private readonly env: Record<string, string>;

  private constructor(dataDir: string, env: Record<string, string>, program: Program) {
    this.dataDir = dataDir;
    this.env = env;
    this.program = program;
    this.up.keep(program.url);
  }

  static async start(dataDir: string, more: Record<string, string>): Promise<Victim> {
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...more };
    return new Victim(dataDir, env, await startProgram(env));
  }

  readonly url = (): Promise<string | undefined> => this.up.promise;

  /** Kills the program, perhaps with its database, and starts it anew on what is left. */
  async strike(withDatabase: boolean): Promise<void> {
    const database = withDatabase ? databaseOf(this.program.process.pid ?? 0) : [];
    if (withDatabase && database.length === 0) {
      throw new Error('The database of the program was not found.');
    }
    this.up = promised();
    const ended = this.program.end('SIGKILL');
    killAll(database);
    await ended;
    this.program = await startProgram(this.env);
    this.up.keep(this.program.url);
  }

  /** Lets the clients finish what they have in hand. */
  dismiss(): void {
    this.up = promised();
    this.up.keep(undefined);
  }
}

/** Until clients hear of their writes again, so that a slow machine has as much in hand as a quick one. */
const somethingHeard = async (figures: Figures): Promise<void> => {
  const heard = () => figures.acknowledged + figures.replays;
  for (const before = heard(); heard() === before;) {
    await sleep(5);
  }
};

/** Clients at work while the server is killed again and again; then everything is sent once more and looked at. */
const rage = async (victim: Victim, { rounds, clients }: Storm): Promise<Outcome> => {
  const { cookie, base } = await setUp(victim.program.url);
  const before = await standing(victim.dataDir);
  const link: Link = { url: victim.url, cookie, figures: noFigures(), violations: new Violations() };
  const { figures, violations } = link;
  const plans = Array.from({ length: clients }, () => new Plan(base));
  const working = plans.map((plan) => work(link, plan));
  for (; figures.rounds < rounds; figures.rounds += 1) {
    const withDatabase = figures.rounds % 2 === 1;
    await somethingHeard(figures);
    await sleep(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS));
    await victim.strike(withDatabase);
    figures.databaseKills += withDatabase ? 1 : 0;
  }
  victim.dismiss();
  await Promise.all(working);

  const tracked = plans.flatMap(({ records }) => records);
  const { url } = victim.program;
  await sendAllAgain(
    link,
    url,
    tracked.flatMap(({ operations }) => operations),
  );
  const get = (path: string) => fetch(url + path, { headers: { cookie } });
  await askDatabase(victim.dataDir, async (rows) => {
    await checkRows(rows, tracked, violations);
    await checkTraces(rows, base, before, tracked, violations);
  });
  await checkCopy(get, base, violations);
  await checkPhotos(get, tracked, violations);
  return { violations: violations.list(), figures };
};

/** Runs a storm in a folder of its own and leaves nothing behind. */
export const storm = async (options: Storm): Promise<Outcome> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'headland-kill-'));
  // Run by root, the database belongs to somebody else, who must be able to enter.
  await chmod(dataDir, 0o755);
  const victim = await Victim.start(dataDir, options.env);
  try {
    return await rage(victim, options);
  } finally {
    victim.dismiss();
    await victim.program.end('SIGTERM');
    await removeFolder(dataDir);
  }
};
