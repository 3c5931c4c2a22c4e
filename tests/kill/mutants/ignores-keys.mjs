// Breaks the program on purpose: it repeats every write, whatever its key.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');

pg.Client.prototype.query = function broken(statement, ...rest) {
  if (statement?.name === 'lock-keys' || statement?.name === 'find-outcomes') {
    return query.call(this, { ...statement, values: undefined, name: undefined, text: 'select 1 where false' }, ...rest);
  }
  if (statement?.name === 'write-journals') {
    const text = statement.text.replace('answer, entity_id, place)', 'answer, entity_id, place) on conflict do nothing');
    return query.call(this, { ...statement, text }, ...rest);
  }
  return query.call(this, statement, ...rest);
};
