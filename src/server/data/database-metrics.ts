import type { Database } from '#server/db/database.ts';

/** What an operator monitors that only the database knows, across organizations. */
export interface DatabaseMetrics {
  readonly mailsWaiting: number;
  /** Since when the oldest mail waits; 0: none does. */
  readonly oldestMailSeconds: number;
  readonly noticesWaiting: number;
  readonly devicesWithUnsentWork: number;
  readonly devicesNeedingAttention: number;
  readonly unsentChanges: number;
  readonly epoch: string;
}

/** One statement over small tables. */
export const readDatabaseMetrics = async (db: Database, now: Date): Promise<DatabaseMetrics> => {
  const [row] = await db.query<DatabaseMetrics>({
    name: 'facts',
    text: `select m.waiting as "mailsWaiting", m.age as "oldestMailSeconds", (select count(*) from notices) as "noticesWaiting", d.unsent as "devicesWithUnsentWork",
                  d.attention as "devicesNeedingAttention", d.changes as "unsentChanges", (select epoch from installation) as epoch
             from (select count(*) as waiting, coalesce(greatest(extract(epoch from $1::timestamptz - min(created_at)), 0), 0) as age
                     from mails) m,
                  (select count(*) filter (where pending > 0) as unsent, count(*) filter (where attention > 0) as attention,
                          coalesce(sum(pending), 0) as changes from devices) d`,
    values: [now],
  });
  if (!row) {
    throw new Error('The database told nothing of itself.');
  }
  return row;
};

/** Bytes of all attached files, without thumbnails. It reads a row per file: call it rarely. */
export const countPhotoBytes = async (db: Database): Promise<number> => {
  const [row] = await db.query<{ bytes: number }>({ text: 'select coalesce(sum(byte_length), 0) as bytes from photos', values: [] });
  return row?.bytes ?? 0;
};
