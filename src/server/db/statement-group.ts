import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import type { Statement } from '#server/db/database.ts';

// Amounts are stored as unbounded numeric and are numbers on our side; counts are far below 2^53.
export const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.NUMERIC, Number);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString());

/** What the driver hands to a query while it is answered. */
interface Connection {
  /** The texts of what the server has prepared, or is about to, by their names. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  _send(bytes: Uint8Array): void;
}

/** How the server describes what a statement returns. */
interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

interface Column {
  readonly name: string;
  readonly read: (text: string) => unknown;
}

// The types of `getTypeParser` say that it reads numbers; it reads text.
const readerOf = (typeId: number) => types.getTypeParser(typeId, 'text') as unknown as Column['read'];
const columnsIn = ({ fields }: RowDescription): Column[] => fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }));

const rowOf = (columns: readonly Column[], cells: readonly (string | null)[]): object => {
  const row: Record<string, unknown> = {};
  columns.forEach(({ name, read }, index) => {
    const cell = cells[index] ?? null;
    row[name] = cell === null ? null : read(cell);
  });
  return row;
};

/** What prepared statements return, by their names: it stays the same as long as they are prepared, so the server describes it only once. */
type Described = Map<string, readonly Column[]>;
const describedOn = new WeakMap<Connection, Described>();

const describedBy = (connection: Connection): Described => {
  const known = describedOn.get(connection) ?? new Map();
  describedOn.set(connection, known);
  return known;
};

/** What one statement was answered. */
export interface Answer {
  readonly rows: object[];
  /** What was done: `SELECT 3`, `COMMIT`. */
  readonly tag: string;
}

/** Why a statement failed, or what it was answered. */
export type Outcome = Answer | Error;

const NO_COLUMNS: readonly Column[] = [];

/**
 * Statements that reach the server in one message and are answered in one: each message costs both sides as much as a small read. They are
 * done in their order; after one that fails, the others are not done and fail with the same error. It is a query of our own making for the
 * driver, which builds much more for each of its own.
 */
export class StatementGroup {
  /** A list of its own, for tests that break the program on purpose. */
  readonly statements: readonly Statement[];
  /** One for each statement. */
  readonly outcomes: Promise<readonly Outcome[]>;
  private resolve!: (outcomes: readonly Outcome[]) => void;
  private readonly answered: Outcome[] = [];
  private described: Described = new Map();
  /** Of the statement that is being answered. */
  private columns: readonly Column[] | undefined;
  private rows: object[] = [];
  /** Why one of its rows cannot be read. */
  private unreadable: Error | undefined;

  constructor(statements: readonly Statement[]) {
    this.statements = [...statements];
    this.outcomes = new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  /** Of the statement that is being answered: the driver notes by them what is prepared. */
  get name(): string | undefined {
    return this.statements[this.answered.length]?.name;
  }
  get text(): string | undefined {
    return this.statements[this.answered.length]?.text;
  }

  /** Sends all in one go: many small writes cost several times as much. Returns why nothing was sent. */
  submit(connection: Connection): Error | null {
    this.described = describedBy(connection);
    try {
      const { parsed, messages } = this.messagesFor(connection);
      Object.assign(connection.submittedNamedStatements, parsed);
      this.columns = this.described.get(this.name ?? '');
      // oxlint-disable-next-line no-underscore-dangle -- the driver's own name
      connection._send(Buffer.concat(messages));
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  private messagesFor({ parsedStatements, submittedNamedStatements }: Connection) {
    const parsed: Record<string, string> = {};
    const messages: Uint8Array[] = [];
    for (const { name = '', text, values } of this.statements) {
      const earlier = name === '' ? undefined : (parsedStatements[name] ?? submittedNamedStatements[name] ?? parsed[name]);
      if (earlier === undefined) {
        messages.push(serialize.parse({ name, text }));
        if (name !== '') {
          parsed[name] = text;
        }
      } else if (earlier !== text) {
        throw new Error(`Two statements are called ${name}.`);
      }
      messages.push(serialize.bind({ statement: name, values: values as unknown[], valueMapper: utils.prepareValue }));
      if (!this.described.has(name)) {
        messages.push(serialize.describe({ type: 'P' }));
      }
      messages.push(serialize.execute());
    }
    messages.push(serialize.sync());
    return { parsed, messages };
  }

  handleRowDescription(description: RowDescription): void {
    this.columns = columnsIn(description);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.rows.push(rowOf(this.columns ?? NO_COLUMNS, fields));
    } catch (error) {
      // Thrown here it would end the process: the driver calls this while it reads from the socket.
      this.unreadable = error as Error;
    }
  }

  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    const { name } = this;
    if (name !== undefined) {
      this.described.set(name, this.columns ?? NO_COLUMNS);
    }
    this.answered.push(this.unreadable ?? { rows: this.rows, tag });
    this.rows = [];
    this.unreadable = undefined;
    this.columns = this.described.get(this.name ?? '');
  }

  handleReadyForQuery(): void {
    this.resolve(this.answered);
  }

  /** The connection is undefined if it was lost before anything was sent. */
  handleError(error: Error, connection?: Connection): void {
    const failed = this.statements.slice(this.answered.length);
    for (const { name } of failed) {
      if (name !== undefined && connection !== undefined) {
        // The server never saw it: it has to be prepared the next time.
        delete connection.submittedNamedStatements[name];
      }
    }
    this.resolve([...this.answered, ...failed.map(() => error)]);
  }

  handleEmptyQuery(): void {
    throw new Error('An empty statement.');
  }
  handlePortalSuspended(): void {
    throw new Error('A statement that was left in its middle.');
  }
}

/** Sends statements in one message; without a transaction around them they take effect together. Never rejects. */
export const sendTogether = (connection: pg.ClientBase, statements: readonly Statement[]): Promise<readonly Outcome[]> => {
  const group = new StatementGroup(statements);
  // A query of our own making, which the driver's types know only by its parts.
  (connection as { query(query: unknown): unknown }).query(group);
  return group.outcomes;
};

/** The answers to all statements; throws why one of them failed. */
export const answersIn = (outcomes: readonly Outcome[]): readonly Answer[] =>
  outcomes.map((outcome) => {
    if (outcome instanceof Error) {
      throw outcome;
    }
    return outcome;
  });
