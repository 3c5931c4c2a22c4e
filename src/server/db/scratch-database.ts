import { randomBytes } from 'node:crypto';
import { quoted } from '#server/db/copy/catalogue.ts';
import { type CopyClient, withClient } from '#server/db/copy/client.ts';

/** The result of the work; or, in a sentence, why it could not be begun. */
export type Attempt<T> = { readonly done: T } | { readonly impossible: string };

const PREFIX = 'headland_verify_';

// The first number is any that no other program on the same database uses for advisory locks.
const lock = (name: string) => ({ text: 'select pg_try_advisory_lock(4815163, hashtext($1)) as "isOurs"', values: [name] });

const addressOf = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

/** A process that uses one holds its lock while its connection lives. */
const removeLeftovers = async (client: CopyClient): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select datname::text as name from pg_database where starts_with(datname, $1) and pg_has_role(current_user, datdba, 'member')`,
    [PREFIX],
  );
  for (const { name } of rows) {
    const { rows: locks } = await client.query<{ isOurs: boolean }>(lock(name));
    if (locks[0]?.isOurs === true) {
      await client.query(`drop database if exists ${quoted(name)} with (force)`);
    }
  }
};

const mayMakeDatabases = async (client: CopyClient): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>('select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user');
  return rows[0]?.may === true;
};

/** Runs the work with an empty database of its own on the same server, and drops it; the next call drops those of processes that died. */
export const withScratchDatabase = <T>(url: string, work: (url: string) => Promise<T>): Promise<Attempt<T>> =>
  withClient(url, async (client) => {
    if (!(await mayMakeDatabases(client))) {
      return { impossible: "The database's role may not make a database beside its own; ALTER ROLE … CREATEDB lets it." };
    }
    await removeLeftovers(client);
    const name = `${PREFIX}${randomBytes(6).toString('hex')}`;
    await client.query(lock(name));
    try {
      await client.query(`create database ${quoted(name)} template template0 encoding 'UTF8' locale 'C'`);
      return { done: await work(addressOf(url, name)) };
    } finally {
      await client.query(`drop database if exists ${quoted(name)} with (force)`);
    }
  });
