// Breaks the program on purpose: it takes a write for committed before the database has it on disk.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');

pg.Client.prototype.query = function broken(statement, ...rest) {
  // Statements that travel together (src/server/db/statement-group.ts).
  const parts = statement?.parts ?? [];
  const begin = parts.findIndex(({ text }) => text === 'BEGIN');
  if (begin !== -1) {
    const careless = new parts[begin].constructor({ text: 'set local synchronous_commit = off', values: [], queryMode: 'extended' });
    careless.callback = () => undefined;
    parts.splice(begin + 1, 0, careless);
  }
  return query.call(this, statement, ...rest);
};
