// Breaks the program on purpose: it takes a write for committed before the database has it on disk.
import pg from 'pg';

const query = Reflect.get(pg.Client.prototype, 'query');

pg.Client.prototype.query = function broken(statement, ...rest) {
  const isBegin = typeof statement === 'string' && statement.startsWith('BEGIN');
  // The program reads the result of the message's last statement.
  return query.call(this, isBegin ? statement.replace(/^BEGIN;?/, 'BEGIN; set local synchronous_commit = off;') : statement, ...rest);
};
