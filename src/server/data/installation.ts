import type { Database } from '#server/db/database.ts';

/** A word that stays the same until a backup is restored; devices then fetch everything anew (design of the offline path, scenario 44). */
export const findServerEpoch = async (db: Database): Promise<string> => {
  const [row] = await db.query<{ epoch: string }>({ text: 'select epoch from installation', values: [] });
  if (!row) {
    throw new Error('The database has no epoch: its migrations are not complete.');
  }
  return row.epoch;
};

/**
 * Once in the life of an installation: tells accounts of earlier versions, which all said that their address was verified, apart by whether
 * anybody can have verified it. Where no mail is sent only the identity provider can; with mail nobody knows any more, and all stay as they
 * are (decision 0039). Gives how many are unverified from here on.
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

/** Further than anybody gets in the time that a backup loses. */
const LEAP = 1_000_000;

interface Identity {
  readonly sequence: string;
  readonly table: string;
  readonly last: number;
  readonly largest: number;
}

const findIdentities = (db: Database): Promise<Identity[]> =>
  db.query<Identity>({
    text: `select s.seqrelid::regclass::text as sequence, d.refobjid::regclass::text as "table",
                  coalesce(pg_sequence_last_value(s.seqrelid), 0) as last, s.seqmax as largest
             from pg_sequence s
             join pg_depend d on d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and d.deptype = 'i'
             join pg_class c on c.oid = d.refobjid and c.relnamespace = 'public'::regnamespace
            order by 1`,
    values: [],
  });

/** Moves on from every id that the lost time may have given out. Once moved they stay so, whatever becomes of the transaction. */
const leapIds = async (db: Database): Promise<void> => {
  const identities = await findIdentities(db);
  const full = identities.find(({ last, largest }) => last > largest - 2 * LEAP);
  if (full) {
    throw new Error(
      `The ids of ${full.table} have reached ${full.last}, and moving them on by ${LEAP} would leave too few below ${full.largest}. Nothing was changed.`,
    );
  }
  for (const { sequence, last } of identities) {
    await db.query({ text: 'select setval($1::regclass, $2)', values: [sequence, last + LEAP] });
  }
};

/**
 * Makes a database that was put back from a backup safe for devices that know what came after it. Ids and numbers of changes that the
 * lost time gave out are not given out again: a device may hold them still. Every cursor of before starts anew, and a new epoch begins.
 */
export const beginAfterRestore = async (db: Database): Promise<void> => {
  await leapIds(db);
  await db.transaction(async (inside) => {
    const organizations = await inside.query<{ id: number }>({ text: 'select id from organizations order by id', values: [] });
    for (const { id } of organizations) {
      await inside.enter(id);
      await inside.query({
        text: 'update organization_seq set seq = seq + $2, forgotten = seq + $2 where organization_id = $1',
        values: [id, LEAP],
      });
    }
    await inside.query({ text: 'update installation set epoch = gen_random_uuid()', values: [] });
  });
};
