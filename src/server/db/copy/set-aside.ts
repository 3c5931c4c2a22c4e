import { quoted } from '#server/db/copy/catalogue.ts';
import type { CopyClient } from '#server/db/copy/client.ts';

/*
 * Obstacles to filling table by table: foreign keys (which form cycles), triggers that change or refuse rows, and row-level security that
 * binds the owner too. A superuser could switch them off for a session (session_replication_role); managed databases have none. An owner
 * may do all of this within one transaction: nobody else ever sees it, and a connection that breaks has changed nothing. Foreign keys are
 * dropped and created again rather than deferred: that way they are checked by one join per key, not row by row.
 */

interface Aside {
  readonly away: string;
  readonly back: string;
}

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1`;

const triggers = `
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as away,
         format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as back
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where not tgisinternal and tgenabled = 'O' and c.relnamespace = 'public'::regnamespace order by 1`;

const forcedSecurity = `
  select format('alter table %s no force row level security', oid::regclass) as away,
         format('alter table %s force row level security', oid::regclass) as back
    from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace order by 1`;

/** Removes, in a transaction, what keeps the owner of the tables from filling them. Returns the statements that restore all of it. */
export const setHindrancesAside = async (client: CopyClient, tables: readonly string[]): Promise<() => Promise<void>> => {
  if (tables.length > 0) {
    await client.query(`lock table ${tables.map((name) => `public.${quoted(name)}`).join(', ')} in access exclusive mode`);
  }
  const aside: Aside[] = [];
  for (const found of [foreignKeys, triggers, forcedSecurity]) {
    aside.push(...(await client.query<Aside>(found)).rows);
  }
  for (const { away } of aside) {
    await client.query(away);
  }
  return async () => {
    for (const { back } of aside) {
      await client.query(back);
    }
  };
};
