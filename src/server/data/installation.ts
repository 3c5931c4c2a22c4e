import type { Database } from '#server/db/database.ts';

/** A word that stays the same until a backup is restored; devices then fetch everything anew (design of the offline path, scenario 44). */
export const findServerEpoch = async (db: Database): Promise<string> => {
  const [row] = await db.query<{ epoch: string }>({ text: 'select epoch from installation', values: [] });
  if (!row) {
    throw new Error('The database has no epoch: its migrations are not complete.');
  }
  return row.epoch;
};

/** Begins a new epoch. */
export const renewServerEpoch = async (db: Database): Promise<void> => {
  await db.query({ text: 'update installation set epoch = gen_random_uuid()', values: [] });
};
