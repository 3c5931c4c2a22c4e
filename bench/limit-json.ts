import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { serveWork } from './worker.ts';

/** A list's own statement, by the path that asks for it. */
export type ListStatements = Readonly<Record<string, { readonly text: string; readonly values: readonly unknown[] }>>;

/**
 * A hand-made implementation of lists: `node:http`, and the list's statement turned into JSON by the database; the caller is not
 * authenticated.
 */
serveWork(async (configuration) => {
  const { url, options, lanes, lists } = configuration as { url: string; options?: string; lanes: number; lists: ListStatements };
  const pool = new pg.Pool({ connectionString: url, max: lanes, ...(options === undefined ? {} : { options }) });
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const list = lists[path];
    const text = `select coalesce(json_agg(list), '[]')::text as json from (${list?.text ?? ''}) list`;
    pool.query<{ json: string }>({ name: path.slice(-60), text, values: [...(list?.values ?? [])] }).then(
      ({ rows }) => {
        const body = Buffer.from(rows[0]?.json ?? '');
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
        response.end(body);
      },
      (error: Error) => {
        response.writeHead(500);
        response.end(error.message);
      },
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { greeting: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
