import type { Database } from '#server/db/database.ts';

/** Such as `base/16384/16453`, with what PostgreSQL appends for later parts and other forks. */
const FILE = /\bbase\/\d+\/(\d+)/;

/** The table or index whose file PostgreSQL names in these words; undefined: they name none, or none that exists. */
export const nameRelation = async (db: Database, words: string): Promise<string | undefined> => {
  const [, node] = FILE.exec(words) ?? [];
  if (node === undefined) {
    return undefined;
  }
  const [row] = await db.query<{ name: string | null }>({
    text: 'select pg_filenode_relation(0, $1::oid)::regclass::text as name',
    values: [node],
  });
  return row?.name ?? undefined;
};
