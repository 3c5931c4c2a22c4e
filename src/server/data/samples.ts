import type { Database } from '#server/db/database.ts';

// Any number that no other program on the same database uses for an advisory lock of two numbers.
const SAMPLE_LOCK = 1_396_788_560;

/** The account's sample company; null: they have none. One that has reached its end is none either. */
export const findSampleOf = async (db: Database, userId: number, now: Date): Promise<number | null> => {
  const [row] = await db.query<{ id: number }>({
    text: `select o.id from employees e join organizations o on o.id = e.organization_id
            where e.user_id = $1 and e.access_level = 'owner' and e.deleted_at is null and o.is_sample and o.deletion_due_at > $2
            order by o.id limit 1`,
    values: [userId, now],
  });
  return row?.id ?? null;
};

/** Until the end of the transaction nobody else makes a sample company for the account. */
export const lockSamplesOf = async (db: Database, userId: number): Promise<void> => {
  await db.query({ text: 'select pg_advisory_xact_lock($1, $2)', values: [SAMPLE_LOCK, userId] });
};

interface SampleMarks {
  /** When it is removed. */
  readonly dueAt: Date;
  /** ISO 3166-1. */
  readonly country: string;
}

/** Makes the organization a sample company, in the transaction that makes it. */
export const markSample = async (db: Database, organizationId: number, { dueAt, country }: SampleMarks): Promise<void> => {
  await db.query({
    text: 'update organizations set is_sample = true, deletion_due_at = $2, country = $3 where id = $1',
    values: [organizationId, dueAt, country],
  });
};

export const isSample = async (db: Database, organizationId: number): Promise<boolean> =>
  (await db.query({ text: 'select from organizations where id = $1 and is_sample', values: [organizationId] })).length > 0;

/** Lets its time end now; false: the organization is no sample company. */
export const endSample = (db: Database, organizationId: number, now: Date): Promise<boolean> =>
  db.transaction(async (inside) => {
    const ended = await inside.query({
      text: `update organizations set deletion_due_at = least(deletion_due_at, $2) where id = $1 and is_sample returning id`,
      values: [organizationId, now],
    });
    return ended.length > 0;
  }, organizationId);
