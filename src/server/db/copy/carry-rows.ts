import type { CarryRows } from '#embedded-postgres';
import { installationHas, readTables } from './catalogue.ts';
import { type CopyClient, withClient } from './client.ts';
import { fillDatabase } from './fill.ts';
import { withSnapshot } from './snapshot.ts';

/** An installation that was ended before it had created its tables. */
const isBare = (url: string): Promise<boolean> => withClient(url, async (client) => (await readTables(client)).length === 0);

/** The next opening takes the new cluster for the one that the epoch was settled in: nothing was lost on the way, so no id has to leap. */
const keepEpoch = async (client: CopyClient): Promise<void> => {
  const columns = ['system_identifier', 'timeline', 'database_oid', 'table_oid'];
  if (await installationHas(client, columns)) {
    await client.query(`update public.installation set ${columns.map((column) => `${column} = null`).join(', ')}`);
  }
};

/**
 * Carries the rows of an installation into the empty database of the next PostgreSQL (decision 0045). One that has no tables yet has no
 * rows.
 */
export const carryRows: CarryRows = async (from, to, say) => {
  if (await isBare(from)) {
    return;
  }
  const counts = await withSnapshot(from, (rows) => fillDatabase(to, rows, { say, what: 'The database', finish: keepEpoch }));
  const total = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  say(`All ${total.toLocaleString('en')} rows of ${Object.keys(counts).length} tables are carried over.`);
  // Anything not written by the end would be written while the server has little time to stop.
  await withClient(to, (client) => client.query('checkpoint'));
};
