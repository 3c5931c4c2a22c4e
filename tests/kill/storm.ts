import { setTimeout as sleep } from 'node:timers/promises';
import { askDatabase, type Before, checkCopy, checkPhotos, checkRows, checkTraces } from './check.ts';
import { type Link, sendAllAgain, work } from './client.ts';
import { type Figures, noFigures, Violations } from './figures.ts';
import { Plan } from './operations.ts';
import { setUp, type Victim, withVictim } from './victim.ts';

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
  const link: Link = { url: victim.url, cookie, orgId: base.orgId, figures: noFigures(), violations: new Violations() };
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
export const storm = (options: Storm): Promise<Outcome> => withVictim(options.env, (victim) => rage(victim, options));
