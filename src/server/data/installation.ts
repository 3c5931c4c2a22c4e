import type { Database } from '#server/db/database.ts';

/**
 * Once in the life of an installation: tells accounts of earlier versions, which all claimed a verified address, apart by whether it can
 * have been verified. Where no mail is sent only the identity provider can; with mail it is no longer known, and all stay as they are
 * (decision 0039). Returns how many are unverified from here on.
 */
export const sortAddresses = (db: Database, { hasMail }: { readonly hasMail: boolean }, now: Date): Promise<number> =>
  db.transaction(async (inside) => {
    const first = await inside.query({
      text: 'update installation set addresses_sorted_at = $1 where addresses_sorted_at is null returning epoch',
      values: [now],
    });
    if (first.length === 0 || hasMail) {
      return 0;
    }
    const unverified = await inside.query({
      text: `update users set email_verified = false
              where email_verified and not exists (select from identities i where i.user_id = users.id) returning id`,
      values: [],
    });
    return unverified.length;
  });

/** Connections of our programs to this database, from anywhere; those that are called `own` do not count. */
export const countOthers = async (db: Database, own: string): Promise<number> => {
  const [row] = await db.query<{ count: number }>({
    text: `select count(*) as count from pg_stat_activity
            where datname = current_database() and application_name like 'headland%' and application_name <> $1`,
    values: [own],
  });
  return row?.count ?? 0;
};

/**
 * When the last epoch began (null: with the installation), and whether nothing of an organization was written, and nobody signed up, since.
 */
export const findLastEpoch = async (db: Database): Promise<{ readonly beganAt: string | null; readonly isUntouched: boolean }> => {
  const [row] = await db.query<{ beganAt: string | null; isUntouched: boolean }>({
    text: `select i.epoch_began_at as "beganAt",
                  not exists (select from organization_seq s where s.seq > s.forgotten)
                    and not exists (select from users u where u.created_at >= i.epoch_began_at) as "isUntouched"
             from installation i`,
    values: [],
  });
  return row ?? { beganAt: null, isUntouched: false };
};
