import pg from 'pg';
import { StatementGroup } from '#server/db/statement-group.ts';

/** One statement as it went to the database. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

const textIn = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : String(statement);

const valuesIn = (statement: unknown, second: unknown): readonly unknown[] => {
  const own: unknown = typeof statement === 'object' && statement !== null && 'values' in statement ? statement.values : undefined;
  return Array.isArray(second) ? second : Array.isArray(own) ? own : [];
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Sees every statement on its way to the database, whoever sends it in this process, until `restore`.
 * What `hold` gives is waited for first; if that fails, the statement fails instead of being sent.
 */
export const watchStatements = (hold: (sent: Sent) => Promise<unknown> | undefined): { restore(): void } => {
  const original: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof original !== 'function') {
    throw new Error('The client of the database has no query any more.');
  }
  // The library's overloads cannot be told by a type: what came goes on as it came.
  Reflect.set(pg.Client.prototype, 'query', function watched(this: pg.Client, ...given: unknown[]): unknown {
    const go = (): unknown => Reflect.apply(original, this, given);
    const [group] = given;
    if (group instanceof StatementGroup) {
      const all = group.statements.flatMap((statement) => hold(statement) ?? []);
      if (all.length === 0) {
        return go();
      }
      void Promise.all(all).then(go, (error: unknown) => group.handleError(asError(error)));
      return undefined;
    }
    const held = hold({ text: textIn(given[0]), values: valuesIn(given[0], given[1]) });
    const callback = given.at(-1);
    if (held === undefined) {
      return go();
    }
    if (typeof callback !== 'function') {
      return held.then(go);
    }
    const refuse = callback as (error: Error) => void;
    void (async () => {
      try {
        await held;
      } catch (error) {
        refuse(asError(error));
        return;
      }
      go();
    })();
    return undefined;
  });
  return { restore: () => void Reflect.set(pg.Client.prototype, 'query', original) };
};

/** What the program sends while it does the work. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<Sent[]> => {
  const sent: Sent[] = [];
  const watch = watchStatements((statement) => {
    sent.push(statement);
    return undefined;
  });
  try {
    await work();
  } finally {
    watch.restore();
  }
  // What opens and closes a transaction or sets a new connection up has no plan, and requests are counted beside them (decision 0037).
  return sent.filter(({ text }) => !/^(begin|commit|rollback|set) ?|into attempts/i.test(text));
};
