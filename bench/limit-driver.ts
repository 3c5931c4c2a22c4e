import pg from 'pg';
import { newKey, play, type Script } from './recording.ts';
import { inLanes } from './requests.ts';
import { serveWork } from './worker.ts';

interface Configuration {
  readonly url: string;
  readonly lanes: number;
  readonly scripts: readonly Script[];
}

const cellsOf = (result: pg.QueryResult | pg.QueryResult[]): unknown[][] => {
  const { rows } = (Array.isArray(result) ? result.at(-1) : result) ?? { rows: [] };
  return rows.slice(0, 3).map((row: unknown[] | Record<string, unknown>) => (Array.isArray(row) ? row : Object.values(row)));
};

/** One request's statements without anything around them: one after the other on one connection. */
const playScript = async (client: pg.Client, { statements }: Script): Promise<void> => {
  const key = newKey();
  const answers: unknown[][][] = [];
  for (const { text, name, rowMode, values } of statements) {
    const given = values.length === 0 ? {} : { values: values.map((source) => play(source, key, answers)) };
    const query = { text, ...given, ...(name === undefined ? {} : { name }), ...(rowMode === undefined ? {} : { rowMode }) };
    // The types allow arrays only with `rowMode`, which is not known here.
    answers.push(cellsOf((await client.query(query as pg.QueryConfig)) as pg.QueryResult | pg.QueryResult[]));
  }
};

/** The limit of a request: the same statements through pg alone. */
serveWork(async (configuration) => {
  const { url, lanes, scripts } = configuration as Configuration;
  const options = scripts[0]?.options;
  const clients = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const client = new pg.Client({ connectionString: url, ...(options === undefined ? {} : { options }) });
      await client.connect();
      return client;
    }),
  );
  return {
    run: async (ms) => {
      const { count } = await inLanes(lanes, ms, async (number, lane) => {
        const client = clients[lane];
        const script = scripts[number % scripts.length];
        if (client && script) {
          await playScript(client, script);
        }
      });
      return count;
    },
  };
});
