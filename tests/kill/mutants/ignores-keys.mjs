// Breaks the program on purpose: it repeats every write, whatever its key.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');

pg.Client.prototype.query = function broken(statement, ...rest) {
  // Statements that travel together (src/server/db/statement-group.ts).
  for (const part of statement?.parts ?? []) {
    if (part.name === 'lock-keys' || part.name === 'find-outcomes') {
      Object.assign(part, { text: 'select 1 where false', name: undefined, values: [] });
    }
    if (part.name === 'write-journals') {
      part.text = part.text.replace('answer, entity_id, place)', 'answer, entity_id, place) on conflict do nothing');
    }
  }
  return query.call(this, statement, ...rest);
};
