import { createServer } from 'node:http';
import pg from 'pg';
import { select } from '#server/data/entry-sql.ts';
import type { HandMadeList } from './calls.ts';
import { listen, serveWork } from './worker.ts';

/** Lists by the path that asks for them. */
export type HandMadeLists = Readonly<Record<string, HandMadeList>>;

/**
 * A hand-made implementation of lists: `node:http`, and the entries with their names turned into JSON by the database; the caller is not
 * authenticated, and nobody asks whether there are more.
 */
serveWork(async (configuration) => {
  const { url, options, lanes, lists } = configuration as { url: string; options?: string; lanes: number; lists: HandMadeLists };
  const pool = new pg.Pool({ connectionString: url, max: lanes, ...(options === undefined ? {} : { options }) });
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const list = lists[path];
    const rows = list ? select({ text: list.conditions }, list.limit) : '';
    const text = `select coalesce(json_agg(list), '[]')::text as json from (${rows}) list`;
    pool.query<{ json: string }>({ name: path.slice(-60), text, values: [...(list?.values ?? [])] }).then(
      ({ rows: [row] }) => {
        const body = Buffer.from(row?.json ?? '');
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
        response.end(body);
      },
      (error: Error) => {
        response.writeHead(500);
        response.end(error.message);
      },
    );
  });
  return { greeting: await listen(server) };
});
