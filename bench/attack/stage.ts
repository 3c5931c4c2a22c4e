import type pg from 'pg';
import { withClient } from '#bench/database.ts';
import { BENCH_PASSWORD, emailOf, idsBefore, loadSeason, setupIds } from '#bench/load-season.ts';
import { openProgramFolder, type ProgramFolder } from '#bench/program.ts';
import { planSeason, type SizeName } from '#bench/season.ts';
import type { Target } from './bomb.ts';
import { callerFrom } from './caller.ts';
import type { Bystander } from './watch.ts';

/** The largest organization of the season is attacked by its own members. */
const ATTACKED = 1;
/** Organizations whose small requests are watched; the next ones are for bombs that need an uninvolved person. */
const WATCHED = [2, 3];
export const [BYSTANDER, COLLEAGUE] = [4, 5];
/** People per level for one bomb; no bomb needs more. */
export const PEOPLE_EACH = 25;

/** A made-up account of the stage; all share one password. */
export const emailOfAttacker = (level: string, bomb: number, number: number): string => `${level}-${bomb}-${number}@attack.example`;
export const signInOf = (email: string): string => JSON.stringify({ email, password: BENCH_PASSWORD });
export const ownersSignIn = (organizationId: number): string => signInOf(emailOf(organizationId));

/** What is prepared before the first bomb. */
export interface Stage {
  readonly folder: ProgramFolder;
  readonly target: Target;
  readonly people: readonly Bystander[];
}

const addAccounts = (client: pg.Client, level: string, bombs: number): Promise<unknown> =>
  client.query(
    `with made as (
       insert into users (email, email_key, email_verified, first_name, last_name, password_hash)
       select email, email, true, 'Mallory', $1, (select password_hash from users where id = $2)
         from (select $1 || '-' || bomb || '-' || number || '@attack.example' as email
                 from generate_series(0, $3 - 1) bomb cross join generate_series(0, $4 - 1) number) addresses
       returning id, email)
     insert into employees (organization_id, first_name, last_name, access_level, is_operator, is_user, user_id, email)
     select $2, 'Mallory', $1, $1, true, true, id, email from made where $1 <> 'stranger'`,
    [level, ATTACKED, bombs, level === 'stranger' ? PEOPLE_EACH : 1],
  );

/** A history as long as the list of entries. */
const addHistory = (client: pg.Client): Promise<unknown> =>
  client.query(
    `insert into audit_logs (organization_id, entity_type, entity_id, action, subject, changes, user_id)
     select organization_id, 'job_entry', id, 'update', 'Entry ' || id, jsonb_build_object('old', jsonb_build_object('notes', notes), 'new', custom_field_values), $1
       from job_entries where organization_id = $1`,
    [ATTACKED],
  );

const targetIn = async (client: pg.Client, size: SizeName): Promise<Target> => {
  const plan = planSeason(size);
  const { rows: jobs } = await client.query<{ id: number; service: number }>(
    `select j.id, min(e.service_type_id) as service from jobs j join job_entries e on e.organization_id = j.organization_id and e.job_id = j.id
      where j.organization_id = $1 and j.status = 'open' group by j.id order by count(*), j.id limit 20`,
    [ATTACKED],
  );
  // The job with the most work is billed, all others stay open.
  const billed = jobs.pop();
  return {
    organizationId: ATTACKED,
    serviceId: setupIds(ATTACKED).service,
    customerId: idsBefore(plan, ATTACKED, 'customers') + 1,
    entryId: idsBefore(plan, ATTACKED, 'entries') + 1,
    billable: { jobId: billed?.id ?? 0, serviceId: billed?.service ?? 0 },
    openJobIds: jobs.map(({ id }) => id),
  };
};

/** Signs in the owners whose requests are watched; each lists their customers. */
export const signInWatched = async (origin: string): Promise<Bystander[]> => {
  const stop = new AbortController();
  try {
    return await Promise.all(
      WATCHED.map(async (id) => {
        const address = `127.0.1.${id}`;
        const { status, text, cookies } = await callerFrom(origin, address, stop.signal).send('POST', '/api/login', ownersSignIn(id));
        if (status !== 200) {
          throw new Error(`Signing in answered ${status}: ${text}`);
        }
        return { headers: { cookie: cookies }, address, path: `/api/organizations/${id}/customers?limit=20` };
      }),
    );
  } finally {
    stop.abort();
  }
};

/** Creates the data folder: a season of organizations, people for that many bombs, and those whose requests are watched. */
export const setStage = async (size: SizeName, bombs: number, say: (line: string) => void): Promise<Stage> => {
  const folder = await openProgramFolder();
  const program = await folder.start();
  try {
    const target = await withClient(program.databaseUrl, async (client) => {
      await loadSeason(client, planSeason(size), say);
      for (const level of ['stranger', 'basic', 'manager']) {
        await addAccounts(client, level, bombs);
      }
      await addHistory(client);
      await client.query('vacuum (analyze)');
      return targetIn(client, size);
    });
    return { folder, target, people: await signInWatched(program.origin) };
  } finally {
    await program.stop();
  }
};

/** Lets the watched people send this many requests before anything is measured. */
export const warmUp = async (origin: string, people: readonly Bystander[], times: number): Promise<void> => {
  const stop = new AbortController();
  for (const { address, headers, path } of people) {
    const caller = callerFrom(origin, address, stop.signal, headers['cookie']);
    for (let asked = 0; asked < times; asked += 1) {
      await caller.send('GET', path);
    }
  }
  stop.abort();
};
