import type { OpenDatabase } from '#server/db/database.ts';

const ROLE = 'headland_app';

// Any number that no other program on the same server uses for an advisory lock.
const ROLE_LOCK = 4_815_164;

/**
 * Row-level security does not bind a superuser, such as the embedded database's own. Returns the name of an ordinary role to act as in that
 * case, creating it if need be; undefined if the address names an ordinary role already. Call it after the migrations.
 */
export const ensureBoundRole = async (database: OpenDatabase): Promise<string | undefined> => {
  const [login] = await database.query<{ isSuper: boolean }>({
    text: 'select rolsuper as "isSuper" from pg_roles where rolname = current_user',
    values: [],
  });
  if (login?.isSuper !== true) {
    return undefined;
  }
  await database.transaction(async (db) => {
    await db.query({ text: 'select pg_advisory_xact_lock($1)', values: [ROLE_LOCK] });
    const found = await db.query({ text: 'select from pg_roles where rolname = $1', values: [ROLE] });
    if (found.length === 0) {
      await db.query({ text: `create role ${ROLE} nologin`, values: [] });
    }
    for (const grant of [
      `grant usage on schema public to ${ROLE}`,
      `grant select, insert, update, delete on all tables in schema public to ${ROLE}`,
      // `update` for a new epoch, whichever connection first meets a promoted database: ids leap (decision 0042).
      `grant usage, update on all sequences in schema public to ${ROLE}`,
    ]) {
      await db.query({ text: grant, values: [] });
    }
  });
  return ROLE;
};
