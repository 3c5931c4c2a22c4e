import type { TermWord } from './terms.ts';

/** A word of ours inside a sentence, such as a kind of record: said in the reader's language, unlike the names that people gave. */
export interface Term {
  readonly term: TermWord;
}

type SingleValue = string | number | Term;

/** What stands in the place of a `{name}`. Names, notes and ids are strings, and are never translated; numbers are written as a page writes them. */
export type MessageValue = SingleValue | readonly SingleValue[];
export type MessageValues = Readonly<Record<string, MessageValue>>;

/** What the program says to a person: by its code in their language, or as the English sentence that it comes with. */
export interface Message {
  readonly messageCode: string;
  readonly values: MessageValues;
  readonly message: string;
}

/** A message as it may arrive or have been kept: before they had codes there was only the sentence. */
export type SaidMessage = Pick<Message, 'message'> & Partial<Message>;

/** What was said to be wrong with one field. */
export type SaidIssue = SaidMessage & { readonly path: string };

/** Sentences by their codes, with `{name}` where a value goes. */
export type MessageTable = Readonly<Record<string, string>>;

type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Exactly the values that the sentence names. */
export type ValuesOf<T extends string> = Readonly<Record<NamesIn<T>, MessageValue>>;

/** What goes with the code of a sentence: its values, or nothing where it has none. */
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
