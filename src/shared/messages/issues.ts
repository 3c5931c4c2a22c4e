import { CHECKS } from './checks.ts';
import { type Message, type MessageValues, messagesFrom, type ValueArguments } from './message.ts';

/** One thing wrong with the input: where (`''` is the whole body) and what to do about it. */
export interface Issue extends Message {
  readonly path: string;
}

/** A message about input. */
export const checkMessage = messagesFrom(CHECKS);

/** An issue found by a rule that a schema cannot express. */
export const issueAt = <C extends keyof typeof CHECKS>(path: string, code: C, ...values: ValueArguments<(typeof CHECKS)[C]>): Issue => ({
  path,
  ...checkMessage(code, ...values),
});

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const isCode = (code: string | undefined): code is keyof typeof CHECKS => code !== undefined && Object.hasOwn(CHECKS, code);

const messageOf = (said: string): Message => {
  const [, code, values] = /^(\w+)(?: (\{.*\}))?$/s.exec(said) ?? [];
  return isCode(code)
    ? (checkMessage as (code: string, values: MessageValues) => Message)(
        code,
        values === undefined ? {} : (JSON.parse(values) as MessageValues),
      )
    : // What no schema of ours names: in the words of the library.
      { messageCode: 'invalidInput', values: {}, message: said };
};

/** What a schema finds wrong, as messages: its checks name theirs by `because`. */
export const issuesOf = (found: readonly SchemaIssue[]): Issue[] =>
  found.map(({ path, message }) => ({ path: path.join('.'), ...messageOf(message) }));
