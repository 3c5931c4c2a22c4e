import type { Database } from '#server/db/database.ts';

/** The physical replication slot with which PostgreSQL retains its log until it was copied. */
const SLOT = 'headland_backup';

/** Held while making, dropping or moving the slot: PostgreSQL would refuse two at once. */
const LOCK = `hashtext('headland_backup')`;

const dropLost = async (db: Database): Promise<boolean> => {
  const lost = await db.query({
    text: `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and wal_status = 'lost'`,
    values: [SLOT],
  });
  return lost.length > 0;
};

const make = async (db: Database): Promise<boolean> => {
  const made = await db.query({
    text: `select pg_create_physical_replication_slot($1, true)
            where not exists (select from pg_replication_slots where slot_name = $1)`,
    values: [SLOT],
  });
  return made.length > 0;
};

/**
 * Makes PostgreSQL retain its log from now on until it was copied: a backup calls it before it begins, and so does every copy. `lost`: the
 * log outgrew its limit and was released, and the slot was made again; the copy reports whether a part is missing. `db` must act as a
 * superuser here and in every copy.
 */
export const ensureSlot = (db: Database): Promise<'held' | 'made' | 'lost'> =>
  db.transaction(async (inside) => {
    await inside.query({ text: `select pg_advisory_xact_lock(${LOCK})`, values: [] });
    const wasLost = await dropLost(inside);
    const isNew = await make(inside);
    return wasLost ? 'lost' : isNew ? 'made' : 'held';
  });

/**
 * Releases the log before the position. Does nothing if the slot is further, lost, or being moved by another process: the next round comes.
 */
export const advanceSlot = (db: Database, to: string): Promise<void> =>
  db.transaction(async (inside) => {
    const [lock] = await inside.query<{ isOurs: boolean }>({ text: `select pg_try_advisory_xact_lock(${LOCK}) as "isOurs"`, values: [] });
    if (lock?.isOurs === true) {
      await inside.query({
        text: `select pg_replication_slot_advance(slot_name, $2::pg_lsn) from pg_replication_slots
                where slot_name = $1 and restart_lsn < $2::pg_lsn`,
        values: [SLOT, to],
      });
    }
  });

/** The server's state of its log. */
export interface ServerLogState {
  /** Flushed to disk up to here. */
  readonly flushed: string;
  readonly timeline: number;
  readonly segmentBytes: number;
  /** The slot retains the log from here on; null if there is none, or it was lost. */
  readonly held: string | null;
}

export const readLogState = async (db: Database): Promise<ServerLogState> => {
  const [state] = await db.query<Omit<ServerLogState, 'timeline'> & { file: string }>({
    text: `select pg_current_wal_flush_lsn()::text as flushed, pg_walfile_name(pg_current_wal_flush_lsn()) as file,
                  pg_size_bytes(current_setting('wal_segment_size')) as "segmentBytes",
                  (select restart_lsn::text from pg_replication_slots where slot_name = $1) as held`,
    values: [SLOT],
  });
  if (!state) {
    throw new Error('The database does not say where its write-ahead log ends.');
  }
  const { file, ...rest } = state;
  return { ...rest, timeline: Number.parseInt(file.slice(0, 8), 16) };
};
