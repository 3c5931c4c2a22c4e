import { createServer } from 'node:http';
import { jobEntryData } from '#server/data/job-entries.ts';
import { openDatabase } from '#server/db/open.ts';
import { listen, serveWork } from '#bench/worker.ts';

/** What the server answers every request with. */
export interface BareConfiguration {
  readonly url: string;
  readonly organizationId: number;
  /** Of the list of entries. */
  readonly filter: Parameters<typeof jobEntryData.listJson>[1];
}

/**
 * The limit of our way to answer: `node:http` alone, which has the database write the list by the program's own statement and passes it on.
 * It asks nobody who they are, parses nothing, counts nothing and logs nothing.
 */
serveWork(async (configuration) => {
  const { url, organizationId, filter } = configuration as BareConfiguration;
  const db = openDatabase(url, (line) => process.stderr.write(`${line}\n`));
  const server = createServer((_request, response) => {
    jobEntryData.listJson({ db, orgId: organizationId }, filter).then(
      ({ items }) => {
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
        response.end(`[${items}]`);
      },
      (error: Error) => response.destroy(error),
    );
  });
  return { greeting: await listen(server) };
});
