import { Readable } from 'node:stream';
import { withSnapshot } from '#server/db/copy/snapshot.ts';
import type { RowSource } from '#server/db/copy/row-source.ts';
import type { TableShape } from '#server/db/copy/catalogue.ts';
import type { TablesCopy } from '#server/backup/manifest.ts';
import type { BackupStore } from '#server/backup/store.ts';
import { cutRows } from '#server/backup/tables/cut-rows.ts';
import { putPieces } from '#server/backup/store/pieces.ts';
import type { Say } from '#server/log.ts';

interface TakeOptions {
  readonly url: string;
  readonly store: BackupStore;
  readonly say: Say;
}

/** What was copied, the number of rows per table, the number of bytes, and how many stored bytes were new. */
interface TakenTables {
  readonly copy: TablesCopy;
  readonly rows: Record<string, number>;
  readonly bytes: number;
  readonly newBytes: number;
}

const takeTable = async (rows: RowSource, table: TableShape, store: BackupStore) => {
  const pieces: string[] = [];
  let [bytes, newBytes] = [0, 0];
  for await (const piece of cutRows(rows.read(table))) {
    const put = await putPieces(store, Readable.from([piece]));
    pieces.push(...put.pieces);
    bytes += put.bytes;
    newBytes += put.newBytes;
  }
  return { table: { name: table.name, columns: [...table.columns], rows: rows.rowsOf(table) ?? 0, pieces }, bytes, newBytes };
};

/**
 * Copies all rows of a running database, as of one moment, into the store. It blocks only changes of the tables themselves; a few pieces
 * are in memory at a time. Throws a sentence if the role may not see all rows.
 */
export const takeTables = ({ url, store, say }: TakeOptions): Promise<TakenTables> =>
  withSnapshot(url, async (rows) => {
    const taken = [];
    for (const table of rows.tables) {
      taken.push(await takeTable(rows, table, store));
    }
    const tables = taken.map(({ table }) => table);
    const total = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`${total.toLocaleString('en')} rows of ${tables.length} tables are copied.`);
    return {
      copy: { kind: 'tables', migrations: rows.migrations, tables, sequences: [...rows.sequences] },
      rows: Object.fromEntries(tables.map((table) => [table.name, table.rows])),
      bytes: taken.reduce((sum, part) => sum + part.bytes, 0),
      newBytes: taken.reduce((sum, part) => sum + part.newBytes, 0),
    };
  });
