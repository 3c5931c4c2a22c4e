import type { SequenceState, TableShape } from '#server/db/copy/catalogue.ts';
import type { Migrations } from '#server/db/former-chain.ts';

/** Rows to fill a database with: those of another database, or of a backup. */
export interface RowSource {
  readonly migrations: Migrations;
  readonly tables: readonly TableShape[];
  readonly sequences: readonly SequenceState[];
  /** The rows of a table as COPY writes them. One table after the other, each to its end. */
  read(table: TableShape): AsyncIterable<Uint8Array>;
  /** How many rows a table has; known once it was read. */
  rowsOf(table: TableShape): number | undefined;
}
