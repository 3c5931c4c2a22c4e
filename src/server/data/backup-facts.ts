import type { Database } from '#server/db/database.ts';

/** The epoch stored in the database, even if it was written for another database. */
export const findWrittenEpoch = async (db: Database): Promise<string> => {
  const [row] = await db.query<{ epoch: string }>({ text: 'select epoch from installation', values: [] });
  if (!row) {
    throw new Error('The database has no epoch: its migrations are not complete.');
  }
  return row.epoch;
};

/**
 * The line of the write-ahead log that the database writes: one epoch in one cluster. Both count: a restored cluster is the same one, and
 * one that was carried over to the next PostgreSQL continues in the same epoch, while its log starts again with low numbers.
 */
export const findLogLine = async (db: Database): Promise<string> => {
  const [row] = await db.query<{ cluster: string }>({
    text: 'select system_identifier::text as cluster from pg_control_system()',
    values: [],
  });
  return `${await findWrittenEpoch(db)}-${row?.cluster}`;
};

/** The number of the last change of each organization. */
export const findOrganizationSeqs = async (db: Database): Promise<Map<number, number>> => {
  const rows = await db.query<{ id: number; seq: number }>({ text: 'select organization_id as id, seq from organization_seq', values: [] });
  return new Map(rows.map(({ id, seq }) => [id, seq]));
};

/** An attached file that a row names. */
export interface NamedFile {
  readonly organizationId: number;
  readonly name: string;
  readonly bytes: number;
}

const AT_ONCE = 1000;

/** Every attached file that rows name, in pages; `since`: those named since the moment, at least. */
export async function* eachNamedFile(db: Database, since: Date | null = null): AsyncGenerator<NamedFile, void, undefined> {
  let after: Pick<NamedFile, 'organizationId' | 'name'> = { organizationId: 0, name: '' };
  for (;;) {
    const page = await db.query<NamedFile>({
      text: `select organization_id as "organizationId", name, byte_length as bytes from photos
              where (organization_id, name) > ($1, $2) and ($3::timestamptz is null or created_at >= $3)
              order by organization_id, name limit ${AT_ONCE}`,
      values: [after.organizationId, after.name, since],
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < AT_ONCE) {
      return;
    }
    after = last;
  }
}

/** Whether a row still names the file. */
export const isNamed = async (db: Database, { organizationId, name }: NamedFile): Promise<boolean> => {
  const found = await db.query({ text: 'select from photos where organization_id = $1 and name = $2', values: [organizationId, name] });
  return found.length > 0;
};

/** Our tables, each with PostgreSQL's table for its long values, if it has any. */
const TABLES = `
  select c.relname as name, t.oid::regclass::text as toast
    from pg_class c left join pg_class t on t.oid = c.reltoastrelid
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
   order by c.relname`;

/** Reads every table whole and counts its rows; `deeply`: long values, too. An error of PostgreSQL if a page is damaged. */
export const readEveryTable = (db: Database, { deeply }: { readonly deeply: boolean }): Promise<Record<string, number>> =>
  db.transaction(async (inside) => {
    await inside.patient();
    // From the tables themselves, not from an index.
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan']) {
      await inside.query({ text: `set local enable_${way} = off`, values: [] });
    }
    const rows: Record<string, number> = {};
    for (const { name, toast } of await inside.query<{ name: string; toast: string | null }>({ text: TABLES, values: [] })) {
      const [counted] = await inside.query<{ rows: number }>({ text: `select count(*) as rows from public."${name}"`, values: [] });
      rows[name] = counted?.rows ?? 0;
      if (deeply && toast !== null) {
        await inside.query({ text: `select count(*) from ${toast}`, values: [] });
      }
    }
    return rows;
  });

/** Compares every index with its table, using the extension that comes with PostgreSQL; does nothing if it is not installed. */
export const checkIndexes = async (db: Database): Promise<void> => {
  const [found] = await db.query({ text: `select from pg_available_extensions where name = 'amcheck'`, values: [] });
  if (found) {
    await db.query({ text: 'create extension if not exists amcheck', values: [] });
    await db.query({
      text: `select bt_index_check(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
              where c.relam = (select oid from pg_am where amname = 'btree') and c.relpersistence = 'p' and i.indisready and i.indisvalid`,
      values: [],
    });
  }
};
