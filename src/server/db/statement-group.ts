import pg from 'pg';
import type { Statement } from '#server/db/database.ts';

/** What the driver hands to a query while it is answered. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
  execute(of: { readonly portal: string; readonly rows: number }): void;
}

type Done = (error: Error | null, result?: pg.QueryResult) => void;

/** The driver's own query, as far as its types do not say. */
interface DriverQuery {
  readonly name: string | undefined;
  readonly text: string;
  callback: Done;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

const Query = pg.Query as unknown as new (config: object) => DriverQuery;

/** A statement of a group: the driver's own query, which leaves it to the group to end the message. */
class Part extends Query {
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
  readonly results: Promise<pg.QueryResult[]>;
  private at = 0;

  constructor(statements: readonly Statement[], types: pg.CustomTypesConfig) {
    this.parts = statements.map((statement) => {
      const part = new Part({ ...statement, queryMode: 'extended' });
      Object.assign(Reflect.get(part, '_result') as object, { _types: types });
      return part;
    });
    this.results = Promise.all(
      this.parts.map(
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
      ),
    );
    // Whoever sent it hears of it; a group that was never sent has no one.
    this.results.catch(() => undefined);
  }

  /** Of the statement that is being answered: the driver notes by them what is prepared. */
  get name(): string | undefined {
    return this.parts[this.at]?.name;
  }
  get text(): string | undefined {
    return this.parts[this.at]?.text;
  }

  submit(connection: Connection): null {
    connection.stream.cork();
    try {
      for (const part of this.parts) {
        part.prepare(connection);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.parts[this.at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.parts[this.at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    const part = this.parts[this.at];
    this.at += 1;
    part?.handleCommandComplete(message, connection);
    part?.handleReadyForQuery(connection);
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
