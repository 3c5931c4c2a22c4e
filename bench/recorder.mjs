// Loaded before the program (`node --import`) in the run that is not measured: writes every statement that leaves through pg, with its
// answer, to the file that BENCH_RECORD names. What is replayed is thus what the program really sends, however its SQL changes.
import { appendFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import pg from 'pg';

const ROWS_KEPT = 3;
const file = process.env.BENCH_RECORD;

const firstRows = (result) => {
  const { rows = [] } = (Array.isArray(result) ? result.at(-1) : result) ?? {};
  return rows.slice(0, ROWS_KEPT).map((row) => (Array.isArray(row) ? row : Object.values(row)));
};

/** Everything about a statement that goes over the wire. */
const statementOf = (config, values) => {
  const { text, name, rowMode, values: own } = typeof config === 'string' ? { text: config } : config;
  return { text, name, rowMode, values: values ?? own ?? [] };
};

const write = (client, statement, result) => {
  const { user, options } = client.connectionParameters;
  const line = serialize({ ...statement, user, options, rows: firstRows(result) });
  appendFileSync(file, `${line.toString('base64')}\n`);
};

let groups = 0;

/** Notes the statements of a message (src/server/db/statement-group.ts), each with the number of the message. */
const recordGroup = async (client, { statements, outcomes }) => {
  groups += 1;
  const group = groups;
  const answers = await outcomes;
  statements.forEach((statement, index) => {
    if (!(answers[index] instanceof Error)) {
      write(client, { ...statementOf(statement), group }, answers[index]);
    }
  });
};

const query = Reflect.get(pg.Client.prototype, 'query');
pg.Client.prototype.query = function recorded(config, values, callback) {
  if (Array.isArray(config?.statements)) {
    void recordGroup(this, config);
    return Reflect.apply(query, this, [config, values, callback]);
  }
  const listed = Array.isArray(values) ? values : undefined;
  const statement = statementOf(config, listed);
  const heard = typeof values === 'function' ? values : callback;
  if (typeof statement.text !== 'string') {
    return Reflect.apply(query, this, [config, values, callback]);
  }
  if (typeof heard === 'function') {
    const hear = (error, result) => {
      if (!error) {
        write(this, statement, result);
      }
      heard(error, result);
    };
    return Reflect.apply(query, this, [config, listed, hear]);
  }
  return Reflect.apply(query, this, [config, listed]).then((result) => {
    write(this, statement, result);
    return result;
  });
};
