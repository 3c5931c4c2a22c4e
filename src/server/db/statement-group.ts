import pg from 'pg';
import type { Statement } from '#server/db/database.ts';

// Amounts are stored as unbounded numeric and are numbers on our side; counts are far below 2^53.
export const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

/** What the driver hands to a query while it is answered. */
interface Connection {
  readonly submittedNamedStatements: Record<string, string>;
  _send(bytes: Uint8Array): void;
  sync(): void;
  describe(of: object): void;
  execute(of: { readonly portal: string; readonly rows: number }): void;
}

/** What the columns of a result are called, and of which types they are. */
interface RowDescription {
  readonly fields: readonly object[];
}

type Done = (error: Error | null, result?: pg.QueryResult) => void;

/** The driver's own query, as far as its types do not say. */
interface DriverQuery {
  readonly name: string | undefined;
  readonly text: string;
  callback: Done;
  prepare(connection: Connection): void;
  handleRowDescription(description: RowDescription): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

const Query = pg.Query as unknown as new (config: object) => DriverQuery;

/** The same connection, on which everything is sent in one go: many small writes cost several times as much. */
const collecting = (connection: Connection): { readonly collector: Connection; readonly send: () => void } => {
  const sent: Uint8Array[] = [];
  const own = { _send: (bytes: Uint8Array) => void sent.push(bytes) };
  return {
    collector: Object.assign(Object.create(connection) as Connection, own),
    // oxlint-disable-next-line no-underscore-dangle -- the driver's own name
    send: () => connection._send(Buffer.concat(sent)),
  };
};

/** What prepared statements return, by their names. */
type Described = Map<string, RowDescription>;
const describedOn = new WeakMap<Connection, Described>();

const describedBy = (connection: Connection): Described => {
  const known = describedOn.get(connection) ?? new Map<string, RowDescription>();
  describedOn.set(connection, known);
  return known;
};

/** A statement of a group: the driver's own query, which leaves it to the group to end the message. */
class Part extends Query {
  /** Why its values cannot be sent. */
  failure: Error | undefined;
  private described: Described = new Map();
  private description: RowDescription = { fields: [] };

  /** Of a prepared statement the server describes the rows only once: they stay the same as long as it is prepared. */
  prepareOn(connection: Connection, described: Described): void {
    this.described = described;
    const known = described.get(this.name ?? '');
    if (known !== undefined) {
      this.handleRowDescription(known);
    }
    this.prepare(known === undefined ? connection : Object.assign(Object.create(connection) as Connection, { describe: () => undefined }));
  }

  override handleRowDescription(description: RowDescription): void {
    this.description = description;
    super.handleRowDescription(description);
  }

  /** It was done. */
  end(message: unknown, connection: Connection): void {
    if (this.name !== undefined) {
      this.described.set(this.name, this.description);
    }
    this.handleCommandComplete(message, connection);
    this.handleReadyForQuery(connection);
  }

  /** Called by the driver while the statement is bound. */
  handleError(error: Error): void {
    this.failure = error;
  }

  /** Called by the driver when the statement is bound. */
  _getRows(connection: Connection): void {
    connection.execute({ portal: '', rows: 0 });
  }
}

/**
 * Statements that reach the server in one message and are answered in one: each message costs both sides as much as a small read. They are
 * done in their order; after one that fails, the others are not done and fail with the same error.
 */
export class StatementGroup {
  /** Open to tests, which break the program on purpose. */
  readonly parts: Part[];
  /** Of each statement. */
  readonly results: Promise<pg.QueryResult>[];
  private at = 0;

  constructor(statements: readonly Statement[]) {
    this.parts = statements.map((statement) => {
      const part = new Part({ ...statement, queryMode: 'extended' });
      Object.assign(Reflect.get(part, '_result') as object, { _types: types });
      return part;
    });
    this.results = this.parts.map(
      (part) =>
        new Promise<pg.QueryResult>((resolve, reject) => {
          part.callback = (error, result) => {
            if (error === null && result !== undefined) {
              resolve(result);
            } else {
              reject(error ?? new Error('A statement without a result.'));
            }
          };
        }),
    );
    // Of one failure all later ones hear; whoever sent them, of the first.
    for (const result of this.results) {
      result.catch(() => undefined);
    }
  }

  /** Of the statement that is being answered: the driver notes by them what is prepared. */
  get name(): string | undefined {
    return this.parts[this.at]?.name;
  }
  get text(): string | undefined {
    return this.parts[this.at]?.text;
  }

  submit(connection: Connection): null {
    const { collector, send } = collecting(connection);
    const described = describedBy(connection);
    for (const part of this.parts) {
      part.prepareOn(collector, described);
      if (part.failure) {
        // Nothing of it is sent.
        this.handleError(part.failure, connection);
        connection.sync();
        return null;
      }
    }
    collector.sync();
    send();
    return null;
  }

  handleRowDescription(description: RowDescription): void {
    this.parts[this.at]?.handleRowDescription(description);
  }

  handleDataRow(message: unknown): void {
    this.parts[this.at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    const part = this.parts[this.at];
    this.at += 1;
    part?.end(message, connection);
  }

  handleReadyForQuery(): void {
    // Each was answered when it was complete.
  }

  handleError(error: Error, connection: Connection | undefined): void {
    for (const { name, callback } of this.parts.slice(this.at)) {
      if (name !== undefined && connection !== undefined) {
        // The server never saw it: it has to be prepared the next time.
        delete connection.submittedNamedStatements[name];
      }
      callback(error);
    }
  }

  handleEmptyQuery(): void {
    throw new Error('An empty statement.');
  }
  handlePortalSuspended(): void {
    throw new Error('A statement that was left in its middle.');
  }
}

/** Sends statements in one message; without a transaction around them they take effect together. Returns the result of each. */
export const sendTogether = (connection: pg.ClientBase, statements: readonly Statement[]): readonly Promise<pg.QueryResult>[] => {
  const group = new StatementGroup(statements);
  // A query of our own making, which the driver's types know only by its parts.
  (connection as { query(query: unknown): unknown }).query(group);
  return group.results;
};
