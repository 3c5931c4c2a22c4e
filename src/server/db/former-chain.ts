import type { Database } from '#server/db/database.ts';
import { knownMigrations } from '#server/db/migrations-folder.ts';

/** Which migrations created the tables: how many, and the hash of the last. */
export interface Migrations {
  readonly count: number;
  readonly last: string;
}

// The first characters of the hashes of the 33 migrations from before the first release, in order (decision 0052).
const FORMER = (
  'c1559237 f6be2001 0cc2750f 1556ceac 1bd03d53 8653a560 8082a6b0 9f808238 41ab19df 87eced7d 952fbded ' +
  '95a8b047 1f21ea5c ad95aff7 6dcdb474 2fa714ad 0a8b80b5 16b5efbb 4d494f95 7e13968d ae9b7e3c 62db6797 ' +
  'eda3af78 eea82f81 7f5426d3 9933139e 767daaca cddd86b0 3d191ad9 3ddcec14 c5d3c105 d0c6febd b4c5e4b9'
).split(' ');

// The times of the first and the last of them identify a database, because line ends, and with them hashes, differ between systems.
const FIRST_MADE_AT = 1_795_258_741_418;
const LAST_MADE_AT = 1_795_421_829_527;

/** The last commit whose program still brings tables of the former chain up to date. */
const LAST_PROGRAM = '26849f9';

const isFormer = ({ count, last }: Migrations): boolean => FORMER[count - 1] === last.slice(0, 8);

/** Whether the whole former chain created the tables: they are the ones that the first migration creates now. */
const isWholeFormer = (migrations: Migrations): boolean => migrations.count === FORMER.length && isFormer(migrations);

/** The version of the tables under the current chain: the whole former chain equals the first migration. */
export const toCurrentChain = (migrations: Migrations): Migrations => {
  const [first] = knownMigrations();
  return first && isWholeFormer(migrations) ? { count: 1, last: first.hash } : migrations;
};

const unfinished = (count: number, what: string): Error =>
  new Error(
    `${what} is from before Headland’s first release, with tables of version ${count} of ${FORMER.length}. ` +
      `Start Headland once as it was at commit ${LAST_PROGRAM}, which brings them to ${FORMER.length}, and then this one. Nothing was changed.`,
  );

/**
 * Throws if the former chain created the tables, but not all of it was applied; `what` they are the tables of, to begin a sentence with.
 */
export const refuseUnfinishedFormer = (migrations: Migrations, what: string): void => {
  if (isFormer(migrations) && !isWholeFormer(migrations)) {
    throw unfinished(migrations.count, what);
  }
};

const takeOver = async (db: Database): Promise<void> => {
  const [first] = knownMigrations();
  if (!first) {
    throw new Error('There is no first migration.');
  }
  await db.query({
    text: `with former as (delete from drizzle.__drizzle_migrations)
           insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)`,
    values: [first.hash, first.folderMillis],
  });
};

/**
 * Turns a database of the whole former chain into one of the first migration, by its journal and nothing else; true: it was one. Refuses
 * one with only part of the chain. `madeAt`: the times of its migrations, oldest first.
 */
export const settleFormer = async (db: Database, madeAt: readonly number[]): Promise<boolean> => {
  if (madeAt[0] !== FIRST_MADE_AT) {
    return false;
  }
  if (madeAt.length < FORMER.length) {
    throw unfinished(madeAt.length, 'This database');
  }
  const isWhole = madeAt.length === FORMER.length && madeAt.at(-1) === LAST_MADE_AT;
  if (isWhole) {
    await takeOver(db);
  }
  return isWhole;
};
