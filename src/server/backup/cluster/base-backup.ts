import type { Database } from '#server/db/database.ts';

/** Positions in the write-ahead log, `0/3000028`: a copy is whole with everything in between. */
export interface CopyLog {
  readonly start: string;
  readonly stop: string;
}

/** What PostgreSQL reports at the end of a copy of its files, and the results of the two parts of the work. */
export interface BaseBackup<C, L> extends CopyLog {
  /** The file `backup_label` of the copy, without which it would be opened like a crashed cluster. */
  readonly label: string;
  readonly copied: C;
  readonly log: L;
}

interface Work<C, L> {
  /** May read the cluster's files, which change while it does. */
  readonly copy: (db: Database) => Promise<C>;
  /** Copies the write-ahead log from start to stop; it is retained until this is done. */
  readonly keepLog: (log: CopyLog) => Promise<L>;
}

const requireNoTablespaces = async (db: Database): Promise<void> => {
  const [found] = await db.query<{ name: string }>({
    text: `select spcname as name from pg_tablespace where spcname not in ('pg_default', 'pg_global') limit 1`,
    values: [],
  });
  if (found) {
    throw new Error(
      `The database has a tablespace, ${found.name}, outside of its folder, which Headland does not back up. ` +
        'Move what lies in it into the default one and drop it.',
    );
  }
};

/**
 * Runs the work between start and stop of a base backup. `db` must be a pool of the caller's own: after an error its connection is in
 * backup mode until it is closed.
 */
export const duringBaseBackup = <C, L>(db: Database, label: string, { copy, keepLog }: Work<C, L>): Promise<BaseBackup<C, L>> =>
  // Not in a transaction: begin and end must use the same connection.
  db.transaction(async (inside) => {
    await requireNoTablespaces(inside);
    // From here on the log is retained, until this connection ends.
    await inside.query({
      text: `select pg_create_physical_replication_slot('headland_base_' || pg_backend_pid(), true, true)`,
      values: [],
    });
    const [begun] = await inside.query<{ start: string }>({ text: 'select pg_backup_start($1, true)::text as start', values: [label] });
    const copied = await copy(inside);
    const [ended] = await inside.query<{ stop: string; label: string }>({
      // Not waiting for an archive: the write-ahead log is copied from the cluster itself.
      text: 'select lsn::text as stop, labelfile as label from pg_backup_stop(false)',
      values: [],
    });
    if (!begun || !ended) {
      throw new Error('PostgreSQL did not say where the backup begins and ends.');
    }
    const { start } = begun;
    const { stop } = ended;
    return { start, stop, label: ended.label, copied, log: await keepLog({ start, stop }) };
  });
