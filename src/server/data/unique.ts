import { refusalAt } from '#shared/lib/errors.ts';
import type { Message } from '#shared/messages/message.ts';

const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error);

const violates = (error: unknown, constraint: string): boolean => {
  const cause = causeOf(error);
  return typeof cause === 'object' && cause !== null && 'constraint' in cause && cause.constraint === constraint;
};

interface Unique {
  /** The name of the database's constraint or index. */
  readonly constraint: string;
  /** The field that the form shows the message under. */
  readonly path: string;
  readonly message: Message;
}

/** The result of a write, or a conflict (409) in our words if the database finds the value taken. */
export const unlessTaken = async <T>({ constraint, path, message }: Unique, write: Promise<T>): Promise<T> => {
  try {
    return await write;
  } catch (error) {
    throw violates(error, constraint) ? refusalAt('conflict', path, message) : error;
  }
};
