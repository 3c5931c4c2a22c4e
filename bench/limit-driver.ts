import pg from 'pg';
import type { Statement } from '#server/db/database.ts';
import { answersIn, sendTogether } from '#server/db/statement-group.ts';
import { messagesOf, newKey, play, type Script } from './recording.ts';
import { inLanes } from './requests.ts';
import { serveWork } from './worker.ts';

interface Configuration {
  readonly url: string;
  readonly lanes: number;
  readonly scripts: readonly Script[];
}

interface Result {
  readonly rows: readonly object[];
}

const cellsOf = (result: Result | readonly Result[]): unknown[][] => {
  const { rows } = (Array.isArray(result) ? result.at(-1) : result) as Result;
  return rows.slice(0, 3).map((row) => (Array.isArray(row) ? row : Object.values(row)));
};

/** Sends what left in one message in one message. */
const sendMessage = async (client: pg.Client, queries: readonly pg.QueryConfig[]): Promise<readonly (Result | readonly Result[])[]> => {
  const [first] = queries;
  if (queries.length === 1 && first) {
    return [await client.query(first)];
  }
  return answersIn(await sendTogether(client, queries as readonly Statement[]));
};

/** One request's statements without anything around them: one message after the other on one connection. */
const playScript = async (client: pg.Client, script: Script): Promise<void> => {
  const key = newKey();
  const answers: unknown[][][] = [];
  for (const message of messagesOf(script)) {
    const queries = message.map(({ text, name, rowMode, values }) => {
      const given = values.length === 0 ? {} : { values: values.map((source) => play(source, key, answers)) };
      // The types allow arrays only with `rowMode`, which is not known here.
      return { text, ...given, ...(name === undefined ? {} : { name }), ...(rowMode === undefined ? {} : { rowMode }) } as pg.QueryConfig;
    });
    answers.push(...(await sendMessage(client, queries)).map(cellsOf));
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
