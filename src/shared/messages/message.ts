import type { TermWord } from './terms.ts';

/** A word of ours inside a sentence, such as a kind of record: shown in the reader's language, unlike names that people gave. */
export interface Term {
  readonly term: TermWord;
}

type SingleValue = string | number | Term;

/** The value of a placeholder `{name}`. Names, notes and ids are strings and are never translated; numbers are formatted by the page. */
export type MessageValue = SingleValue | readonly SingleValue[];
export type MessageValues = Readonly<Record<string, MessageValue>>;

/** What the program says to a person: a code, shown in their language, with the English sentence as the fallback. */
export interface Message {
  readonly messageCode: string;
  readonly values: MessageValues;
  readonly message: string;
}

/** A message as it may arrive or be stored: before there were codes it was only the sentence. */
export type SaidMessage = Pick<Message, 'message'> & Partial<Message>;

/** A stored message about one field. */
export type SaidIssue = SaidMessage & { readonly path: string };

/** Sentences by their codes, with placeholders `{name}` for values. */
export type MessageTable = Readonly<Record<string, string>>;

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Exactly the values that the sentence names. */
export type ValuesOf<T extends string> = Readonly<Record<NamesIn<T>, MessageValue>>;

/** The arguments after a code: the values of its sentence, or nothing if it has none. */
export type ValueArguments<T extends string> = NamesIn<T> extends never ? [] : [values: ValuesOf<T>];

const isList = (value: MessageValue): value is readonly SingleValue[] => Array.isArray(value);

const inEnglish = (value: MessageValue): string => {
  if (isList(value)) {
    return value.map(inEnglish).join(', ');
  }
  return typeof value === 'object' ? value.term : String(value);
};

/** The sentence with its values as `say` writes them. */
export const fillSentence = (sentence: string, values: MessageValues, say: (value: MessageValue) => string): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (brace, name: string) => {
    const value = values[name];
    return value === undefined ? brace : say(value);
  });

/** Messages of a table: `message('jobBilledAlready', { name })`. */
export const messagesFrom =
  <T extends MessageTable>(table: T) =>
  <C extends keyof T & string>(messageCode: C, ...given: ValueArguments<T[C]>): Message => {
    const values: MessageValues = given[0] ?? {};
    return {
      messageCode,
      values,
      message: fillSentence(table[messageCode] ?? '', values, inEnglish),
    };
  };
