// Breaks the program on purpose: it repeats every write, whatever its key.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');

pg.Client.prototype.query = function broken(statement, ...rest) {
  if (statement?.name === 'claim-key') {
    return query.call(this, { ...statement, values: undefined, name: undefined, text: 'select 1' }, ...rest);
  }
  if (statement?.name === 'write-journal') {
    const text = statement.text.replace('(select count(*)::int from o)', '($19::text is not null)::int');
    return query.call(this, { ...statement, text }, ...rest);
  }
  return query.call(this, statement, ...rest);
};
