// Breaks the program on purpose: it answers a write with a key a moment before it is committed.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');
const keyed = new WeakSet();

pg.Client.prototype.query = function broken(statement, ...rest) {
  // Statements that travel together (src/server/db/statement-group.ts).
  const parts = statement?.parts ?? [];
  if (parts.some(({ name }) => name === 'lock-keys')) {
    keyed.add(this);
  }
  const last = parts.at(-1);
  if (last?.text !== 'COMMIT' || !keyed.delete(this)) {
    return query.call(this, statement, ...rest);
  }
  parts.pop();
  const unheard = () => undefined;
  query.call(this, statement, ...rest);
  void query.call(this, 'select pg_sleep(0.05)').catch(unheard);
  void query.call(this, 'COMMIT').catch(unheard);
  last.callback(null, { command: 'COMMIT', rows: [] });
  return undefined;
};
