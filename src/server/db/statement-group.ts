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
  readonly callback: Done;
  prepare(connection: Connection): void;
  handleRowDescription(description: RowDescription): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

const Query = pg.Query as unknown as new (config: object) => DriverQuery;

/** What prepared statements return, by their names. */
type Described = Map<string, RowDescription>;

/** What is to be known about a connection in order to send several statements at once. */
interface Sender {
  readonly described: Described;
  /** The same connection, on which nothing is sent but collected. */
  readonly collector: Connection;
  /** Sends what was collected in one go: many small writes cost several times as much. */
  readonly send: () => void;
  /** Drops what was collected. */
  readonly forget: () => void;
  /** Whether the rows of the next statement are known, so that the server is not asked to describe them. */
  isDescribed: boolean;
}

const senders = new WeakMap<Connection, Sender>();

const makeSender = (connection: Connection): Sender => {
  const collected: Uint8Array[] = [];
  const describe = Reflect.get(connection, 'describe');
  const own = {
    _send: (bytes: Uint8Array) => void collected.push(bytes),
    describe: (of: object) => {
      if (!sender.isDescribed) {
        Reflect.apply(describe, collector, [of]);
      }
    },
  };
  const collector = Object.assign(Object.create(connection) as Connection, own);
  const sender: Sender = {
    described: new Map(),
    collector,
    // oxlint-disable-next-line no-underscore-dangle -- the driver's own name
    send: () => connection._send(Buffer.concat(collected.splice(0))),
    forget: () => void collected.splice(0),
    isDescribed: false,
  };
  return sender;
};

/** One for each connection: if each statement had one, V8 would keep all that it has read until its next full collection. */
const senderOf = (connection: Connection): Sender => {
  const sender = senders.get(connection) ?? makeSender(connection);
  senders.set(connection, sender);
  return sender;
};

/** A statement of a group: the driver's own query, which leaves it to the group to end the message. */
class Part extends Query {
  /** Why its values cannot be sent. */
  failure: Error | undefined;
  private described: Described = new Map();
  private description: RowDescription = { fields: [] };

  /** Of a prepared statement the server describes the rows only once: they stay the same as long as it is prepared. */
  prepareOn(sender: Sender): void {
    this.described = sender.described;
    const known = sender.described.get(this.name ?? '');
    if (known !== undefined) {
      this.handleRowDescription(known);
    }
    sender.isDescribed = known !== undefined;
    this.prepare(sender.collector);
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
    this.parts = [];
    this.results = statements.map(
      (statement) =>
        new Promise<pg.QueryResult>((resolve, reject) => {
          const callback: Done = (error, result) => {
            if (error === null && result !== undefined) {
              resolve(result);
            } else {
              reject(error ?? new Error('A statement without a result.'));
            }
          };
          // Not set afterwards: then V8 keeps each result until its next full collection.
          const part = new Part({ ...statement, queryMode: 'extended', callback });
          Object.assign(Reflect.get(part, '_result') as object, { _types: types });
          this.parts.push(part);
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
    const sender = senderOf(connection);
    for (const part of this.parts) {
      part.prepareOn(sender);
      if (part.failure) {
        // Nothing of it is sent.
        sender.forget();
        this.handleError(part.failure, connection);
        connection.sync();
        return null;
      }
    }
    sender.collector.sync();
    sender.send();
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
