import type { ReportedIdentity } from '#server/db/epoch/epoch.ts';
import { isDatabaseLost } from '#server/db/connection-errors.ts';

/** All that asking for the epoch needs of a database: a pool, or one connection. */
export interface Asking {
  query<Row extends object>(statement: { readonly text: string; readonly values: readonly unknown[] }): Promise<Row[]>;
}

const TIMELINE = 'left(pg_walfile_name(pg_current_wal_lsn()), 8)';
const SYSTEM = '(select c.system_identifier::text from pg_control_system() c)';
const DATABASE = '(select d.oid::bigint from pg_database d where d.datname = current_database())';

/** A column of `installation`, and the SQL for the value it must have in this very database. */
export interface Part {
  readonly column: 'system_identifier' | 'timeline' | 'database_oid' | 'table_oid';
  readonly now: string;
}

/** What tells a database from any other, and from itself after it was restored or promoted; `i` is `installation`. */
export const partsOf = (reported: ReportedIdentity): readonly Part[] => [
  ...(reported.system ? [{ column: 'system_identifier', now: SYSTEM } as const] : []),
  ...(reported.timeline ? [{ column: 'timeline', now: TIMELINE } as const] : []),
  { column: 'database_oid', now: DATABASE },
  { column: 'table_oid', now: 'i.tableoid::bigint' },
];

/**
 * SQL for the epoch at the moment it runs; null if the database is not the one that the epoch was written for, and on a standby, which
 * knows no timeline of its own.
 */
export const epochBy = (parts: readonly Part[]): string =>
  `(select case when not pg_is_in_recovery() then case when ${parts.map(({ column, now }) => `i.${column} = ${now}`).join(' and ')} then i.epoch end end from installation i)`;

const tells = async (db: Asking, expression: string): Promise<boolean> => {
  try {
    const [row] = await db.query<{ told: string | null }>({ text: `select ${expression} as told`, values: [] });
    return typeof row?.told === 'string';
  } catch (error) {
    if (isDatabaseLost(error)) {
      throw error;
    }
    return false;
  }
};

/** Asks outside of any transaction, which a refusal would abort. Not on a standby. */
export const readReportedIdentity = async (db: Asking): Promise<ReportedIdentity> => ({
  timeline: await tells(db, TIMELINE),
  system: await tells(db, SYSTEM),
});

/** The database is read-only, because it follows another one. */
export class StandbyError extends Error {
  readonly code = 'STANDBY';

  constructor() {
    super('The database is a standby that follows another one, and takes no writes. Set DATABASE_URL to the primary, or promote this one.');
  }
}

/** Throws a `StandbyError`, whose message is for the operator, if nothing can be written. */
export const requirePrimary = async (db: Asking): Promise<void> => {
  const [row] = await db.query<{ isStandby: boolean }>({ text: 'select pg_is_in_recovery() as "isStandby"', values: [] });
  if (row?.isStandby === true) {
    throw new StandbyError();
  }
};
