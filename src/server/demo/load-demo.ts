import type { CalendarDate } from '#shared/lib/dates.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import type { Importer } from '#server/commands/archive/unpack-job.ts';
import { insertAccount } from '#server/data/accounts.ts';
import { noteTimesOfHistory } from '#server/data/member-times.ts';
import type { Database } from '#server/db/database.ts';
import { readArchiveFiles, rowsIn } from '#server/demo/archive-files.ts';
import { COMPANIES, type DemoCompany } from '#server/demo/companies.ts';
import { DEMO_PASSWORD, type DemoAccounts, demoAccounts } from '#server/demo/demo-accounts.ts';
import { archivePathOf, importCompany } from '#server/demo/import-company.ts';
import { DEFAULT_LIMITS } from '#server/limits.ts';
import type { PhotoStore } from '#server/ports/files.ts';

// Any number that no other program on the same database uses for an advisory lock.
const DEMO_LOCK = 4_815_163;

interface Demo {
  readonly db: Database;
  readonly photos: PhotoStore;
  readonly scratchFolder: string;
  /** Nothing is dated later than this moment. */
  readonly now: () => Date;
  /** The last day of the made-up data. */
  readonly today: CalendarDate;
  /** The time zone of all made-up organizations: the one in which it is today. */
  readonly timeZone: string;
  readonly say: (line: string) => void;
}

/** Accounts for everyone in the company who has one, the owner first. */
const openAccounts = async (db: Database, company: DemoCompany, passwordHash: string): Promise<Importer[]> => {
  const people = rowsIn(await readArchiveFiles(archivePathOf(company)), 'people');
  const [owner] = company.people;
  const ownerFirst = people.toSorted((a, b) => Number(b['email'] === owner?.email) - Number(a['email'] === owner?.email));
  const accounts: Importer[] = [];
  for (const { email, firstName, lastName } of ownerFirst) {
    const names = { firstName: String(firstName), lastName: String(lastName) };
    const { id } = await insertAccount(db, { email: String(email), emailVerified: true, passwordHash, ...names });
    accounts.push({ id, email: String(email) });
  }
  return accounts;
};

const countsOf = async (db: Database, organizationId: number): Promise<string> => {
  const [counts] = await db.query<{ customers: number; jobs: number; entries: number }>({
    text: `select (select count(*) from customers where organization_id = $1) as customers,
                  (select count(*) from jobs where organization_id = $1) as jobs,
                  (select count(*) from job_entries where organization_id = $1) as entries`,
    values: [organizationId],
  });
  return `${counts?.customers} customers, ${counts?.jobs} jobs, ${counts?.entries} entries`;
};

/**
 * Fills an empty database with three made-up organizations and returns the accounts to sign in with. Null, and nothing is done, if there
 * already is an account.
 */
export const loadDemo = async ({ db, photos, scratchFolder, now, today, timeZone, say }: Demo): Promise<DemoAccounts | null> =>
  db.transaction(async (transaction) => {
    await transaction.query({ text: 'select pg_advisory_xact_lock($1)', values: [DEMO_LOCK] });
    const [found] = await transaction.query<{ isUsed: boolean }>({ text: 'select exists (select from users) as "isUsed"', values: [] });
    if (found?.isUsed !== false) {
      return null;
    }
    say('Bringing in a year of work for the demo …');
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    for (const company of COMPANIES) {
      const [user, ...colleagues] = await openAccounts(transaction, company, passwordHash);
      if (!user) {
        throw new Error(`Nobody is in the demo's ${company.archive}.`);
      }
      const target = { db: transaction, photos, scratchFolder, now, user, colleagues, limits: DEFAULT_LIMITS };
      const { id } = await importCompany(target, company, { today, now: now(), timeZone });
      await noteTimesOfHistory(transaction, id);
      say(`  ${company.name}: ${await countsOf(transaction, id)}`);
    }
    await transaction.query({
      text: 'analyze users, employees, customers, equipment, jobs, job_entries, audit_logs, billing_records, billing_shares, billed_jobs',
      values: [],
    });
    return demoAccounts();
  });
