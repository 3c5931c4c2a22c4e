import type { CalendarDate } from '#shared/lib/dates.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { PhotoStore } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { dayOf } from '#server/demo/calendar.ts';
import { DEMO_PASSWORD, type DemoAccounts, demoAccounts, PROFILES } from '#server/demo/demo-accounts.ts';
import { generateOrganization } from '#server/demo/generate-organization.ts';
import { loadOrganization } from '#server/demo/load-organization.ts';
import { BILLING_PLANS } from '#server/demo/profiles/billing-plans.ts';

const DAY_MS = 86_400_000;

// Any number that no other program on the same database uses for an advisory lock.
const DEMO_LOCK = 4_815_163;

interface Demo {
  readonly db: Database;
  readonly photos: PhotoStore;
  /** Nothing is dated later than this moment. */
  readonly now: () => Date;
  readonly seed: number;
  /** The last day of the made-up data. */
  readonly today: CalendarDate;
  /** Of all the made-up organizations: the one in which it is today. */
  readonly timeZone: string;
  readonly say: (line: string) => void;
}

/**
 * Made-up days are whole, while the real one may have just begun: what would lie after `now` moves into the last 24 hours before it,
 * along with what is there already, in the same order.
 */
const momentsUntil = (now: number, latest: number): ((at: number) => string) => {
  const from = now - DAY_MS;
  const pace = latest > now ? DAY_MS / (latest - from) : 1;
  return (at) => new Date(at <= from ? at : from + (at - from) * pace).toISOString();
};

const latestOf = ({ jobs, entries }: ReturnType<typeof generateOrganization>): number => {
  const moments = jobs.flatMap(({ at, changes }) => [at, ...changes.map((change) => change.at)]);
  return entries.reduce((latest, { at, correction }) => Math.max(latest, at, correction?.at ?? 0), Math.max(...moments));
};

/**
 * Fills an empty database with three made-up organizations and gives the accounts to sign in with.
 * Null, and nothing is done, when somebody has an account there already.
 */
export const loadDemo = async ({ db, photos, now, seed, today, timeZone, say }: Demo): Promise<DemoAccounts | null> =>
  db.transaction(async (transaction) => {
    await transaction.query({ text: 'select pg_advisory_xact_lock($1)', values: [DEMO_LOCK] });
    const [found] = await transaction.query<{ isUsed: boolean }>({ text: 'select exists (select from users) as "isUsed"', values: [] });
    if (found?.isUsed !== false) {
      return null;
    }
    say('Making up a year of work for the demo …');
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    for (const profile of PROFILES) {
      const plan = BILLING_PLANS[profile.name];
      if (!plan) {
        throw new Error(`Nobody said how ${profile.name} bills.`);
      }
      const data = generateOrganization(seed, today, profile);
      const moment = momentsUntil(now().getTime(), latestOf(data));
      await loadOrganization(data, { db: transaction, photos, passwordHash, moment, plan, today: dayOf(today), timeZone });
      say(`  ${data.name}: ${data.customers.length} customers, ${data.jobs.length} jobs, ${data.entries.length} entries`);
    }
    await transaction.query({
      text: 'analyze users, employees, customers, equipment, jobs, job_entries, audit_logs, billing_records, billing_shares, billed_jobs',
      values: [],
    });
    return demoAccounts();
  });
