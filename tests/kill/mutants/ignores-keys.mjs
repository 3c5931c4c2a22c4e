// Breaks the program on purpose: it repeats every write, whatever its key.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');

pg.Client.prototype.query = function broken(group, ...rest) {
  // Statements that travel together (src/server/db/statement-group.ts).
  const statements = group?.statements ?? [];
  statements.forEach((statement, index) => {
    const { name, text } = statement;
    if (name === 'lock-keys' || name === 'find-outcomes') {
      statements[index] = { text: 'select 1 where false', values: [] };
    }
    if (name === 'write-journals') {
      statements[index] = {
        ...statement,
        text: text.replace('answer, entity_id, place)', 'answer, entity_id, place) on conflict do nothing'),
      };
    }
  });
  return query.call(this, group, ...rest);
};
