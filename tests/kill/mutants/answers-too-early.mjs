// Breaks the program on purpose: it answers a write with a key a moment before it is committed.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');
const keyed = new WeakSet();

pg.Client.prototype.query = function broken(group, ...rest) {
  // Statements that travel together (src/server/db/statement-group.ts).
  const statements = group?.statements ?? [];
  if (statements.some(({ name }) => name === 'lock-keys')) {
    keyed.add(this);
  }
  if (statements.at(-1)?.text !== 'COMMIT' || !keyed.delete(this)) {
    return query.call(this, group, ...rest);
  }
  statements.pop();
  group.outcomes = group.outcomes.then((outcomes) => [...outcomes, { rows: [], tag: 'COMMIT' }]);
  const unheard = () => undefined;
  query.call(this, group, ...rest);
  void query.call(this, 'select pg_sleep(0.05)').catch(unheard);
  void query.call(this, 'COMMIT').catch(unheard);
  return undefined;
};
