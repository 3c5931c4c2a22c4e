import type { Message, SaidMessage } from './message.ts';

/** An error with a message of the program's own, for people to read in their language. */
export class SaidError extends Error {
  readonly said: Message;

  constructor(said: Message, options?: ErrorOptions) {
    super(said.message, options);
    this.said = said;
  }
}

/** The message of an error: the program's own by its code, or the browser's words. */
export const saidBy = (error: unknown): SaidMessage =>
  error instanceof SaidError ? error.said : { message: error instanceof Error ? error.message || error.name : String(error) };
