// Breaks the program on purpose: it takes a write for committed before the database has it on disk.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');

pg.Client.prototype.query = function broken(group, ...rest) {
  // Statements that travel together (src/server/db/statement-group.ts).
  const statements = group?.statements ?? [];
  const begin = statements.findIndex(({ text }) => text === 'BEGIN');
  if (begin !== -1) {
    statements.splice(begin + 1, 0, { text: 'set local synchronous_commit = off', values: [] });
    group.outcomes = group.outcomes.then((outcomes) => outcomes.toSpliced(begin + 1, 1));
  }
  return query.call(this, group, ...rest);
};
