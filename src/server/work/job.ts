import type { Message } from '#shared/messages/message.ts';
import type { Issue } from '#shared/messages/issues.ts';
/** Work that a thread does: its name, input and output. Both must be what `structuredClone` accepts. */
export interface Job<Input, Output> {
  readonly name: string;
  /** Types only: nothing has these. */
  readonly of?: (input: Input) => Output;
}

/** Names a job. The code that asks for it imports this, and never the work itself, which only the thread loads. */
export const defineJob = <Input, Output>(name: string): Job<Input, Output> => ({ name });

/** What a thread may ask of the program that started it while it works: it has neither database nor settings. */
export type Host = Readonly<Record<string, (...given: never[]) => Promise<unknown>>>;

/** How a thread asks. */
export type AskHost = (question: string, ...given: readonly unknown[]) => Promise<unknown>;

interface Refused {
  readonly code: string;
  readonly said: Message;
  readonly issues?: readonly Issue[];
  readonly retryAfterSeconds?: number;
}

/** From the program to a thread: a job, or the answer to a question. */
export type ToThread =
  | { readonly kind: 'job'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'noAnswer'; readonly id: number };

/** From a thread: its question, or the outcome of the job. */
export type FromThread =
  | { readonly kind: 'question'; readonly id: number; readonly question: string; readonly given: readonly unknown[] }
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refused }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'failed'; readonly stack: string };
