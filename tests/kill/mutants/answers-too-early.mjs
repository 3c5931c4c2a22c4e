// Breaks the program on purpose: it answers a write with a key a moment before it is committed.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');
const keyed = new WeakSet();

pg.Client.prototype.query = function broken(statement, ...rest) {
  if (statement?.name === 'lock-keys') {
    keyed.add(this);
  }
  if (statement !== 'COMMIT' || !keyed.delete(this)) {
    return query.call(this, statement, ...rest);
  }
  const unheard = () => undefined;
  void query.call(this, 'select pg_sleep(0.05)').catch(unheard);
  void query.call(this, 'COMMIT').catch(unheard);
  return Promise.resolve({ command: 'COMMIT' });
};
