import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { deserialize } from 'node:v8';
import { SHARED_COUNTS } from '#server/data/attempts.ts';

/** A statement as the program sent it, and the first rows of its answer as lists of cells. */
export interface RecordedStatement {
  readonly text: string;
  readonly name?: string | undefined;
  readonly rowMode?: 'array' | undefined;
  readonly values: readonly unknown[];
  readonly rows: readonly (readonly unknown[])[];
  readonly user: string;
  readonly options?: string | undefined;
  /** Those with the same number left in one message, before any of their answers was known. */
  readonly group?: number | undefined;
}

/** Where a value comes from when the request is replayed: values that differ from request to request must differ then too. */
export type Source =
  | { readonly from: 'constant'; readonly value: unknown }
  | { readonly from: 'key' }
  | { readonly from: 'clock' }
  | { readonly from: 'chance'; readonly bytes: number }
  /** `item`: of a list in the cell. */
  | { readonly from: 'answer'; readonly statement: number; readonly row: number; readonly cell: number; readonly item?: number }
  | { readonly from: 'list'; readonly items: readonly Source[] }
  | { readonly from: 'object'; readonly fields: Readonly<Record<string, Source>> }
  /** Text that is JSON. */
  | { readonly from: 'json'; readonly of: Source };

/** One request's statements, ready to be replayed any number of times. */
export interface Script {
  readonly user: string;
  readonly options: string | undefined;
  readonly statements: readonly {
    readonly text: string;
    readonly name: string | undefined;
    readonly rowMode: 'array' | undefined;
    readonly values: readonly Source[];
    readonly group: number | undefined;
  }[];
}

/** Reads what was recorded after this many characters of the file. */
export const readRecording = (file: string, offset: number): RecordedStatement[] =>
  existsSync(file)
    ? readFileSync(file, 'latin1')
        .slice(offset)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => deserialize(Buffer.from(line, 'base64')) as RecordedStatement)
        .filter(({ name }) => name !== SHARED_COUNTS)
    : [];

/** The cells of a row, and the items of those that are lists. */
const placesIn = (cells: readonly unknown[]) =>
  cells.flatMap((value, cell) => [
    { cell, value },
    ...(Array.isArray(value) ? value.map((each: unknown, item) => ({ cell, item, value: each })) : []),
  ]);

const valueAt = (cells: readonly unknown[] | undefined, { cell, item }: { readonly cell: number; readonly item?: number }): unknown => {
  const value = cells?.[cell];
  return item === undefined ? value : Array.isArray(value) ? value[item] : undefined;
};

const answerWith = (first: unknown, second: unknown, before: readonly (readonly RecordedStatement[])[]): Source | undefined => {
  const [one = [], other = []] = before;
  for (const [statement, { rows }] of one.entries()) {
    for (const [row, cells] of rows.entries()) {
      const found = placesIn(cells).find(
        (place) => isDeepStrictEqual(place.value, first) && isDeepStrictEqual(valueAt(other[statement]?.rows[row], place), second),
      );
      if (found) {
        const { value: _, ...place } = found;
        return { from: 'answer', statement, row, ...place };
      }
    }
  }
  return undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The value that is written as JSON in a text; undefined if it is another text. */
const writtenIn = (text: unknown): unknown => {
  if (typeof text !== 'string' || !/^[[{]/.test(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const sourceOf = (first: unknown, second: unknown, keys: readonly string[], before: readonly (readonly RecordedStatement[])[]): Source => {
  if (isDeepStrictEqual(first, second)) {
    return { from: 'constant', value: first };
  }
  if (first === keys[0] && second === keys[1]) {
    return { from: 'key' };
  }
  const answer = answerWith(first, second, before);
  if (answer) {
    return answer;
  }
  if (first instanceof Date) {
    return { from: 'clock' };
  }
  if (Buffer.isBuffer(first) || first instanceof Uint8Array) {
    return { from: 'chance', bytes: first.length };
  }
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length) {
    return { from: 'list', items: first.map((item, at) => sourceOf(item, second[at], keys, before)) };
  }
  const [one, other] = [writtenIn(first), writtenIn(second)];
  if (one !== undefined && other !== undefined) {
    return { from: 'json', of: sourceOf(one, other, keys, before) };
  }
  if (isObject(first) && isObject(second)) {
    const fields = Object.entries(first).map(([name, value]) => [name, sourceOf(value, second[name], keys, before)] as const);
    return { from: 'object', fields: Object.fromEntries(fields) };
  }
  // Text that contains an id or a timestamp somewhere: the same length in every request, and nothing reads it.
  return { from: 'constant', value: first };
};

/**
 * Makes a script from the same request sent twice with different keys: what differs between the two is looked up in earlier answers,
 * generated, or taken from the clock. Throws if the two did not send the same statements.
 */
export const scriptOf = (first: readonly RecordedStatement[], second: readonly RecordedStatement[], keys: readonly string[]): Script => {
  const same = first.length === second.length && first.every(({ text }, at) => text === second[at]?.text);
  const [opening] = first;
  if (!same || !opening) {
    throw new Error(`the same request asked ${first.length} statements, then ${second.length} or others`);
  }
  return {
    user: opening.user,
    options: opening.options,
    statements: first.map(({ text, name, rowMode, values, group }, at) => {
      const known = group === undefined ? at : first.findIndex((other) => other.group === group);
      const before = [first.slice(0, known), second.slice(0, known)];
      return { text, name, rowMode, group, values: values.map((value, place) => sourceOf(value, second[at]?.values[place], keys, before)) };
    }),
  };
};

/** A script's statements as they left: those of one message together. */
export const messagesOf = ({ statements }: Script): Script['statements'][] => {
  const messages: Script['statements'][number][][] = [];
  for (const statement of statements) {
    const last = messages.at(-1);
    if (last && statement.group !== undefined && last[0]?.group === statement.group) {
      last.push(statement);
    } else {
      messages.push([statement]);
    }
  }
  return messages;
};

/** The values of a statement when it is replayed: `answers` are the rows that the statements before it returned, as lists of cells. */
export const play = (source: Source, key: string, answers: readonly (readonly (readonly unknown[])[])[]): unknown => {
  switch (source.from) {
    case 'constant':
      // Between processes a Buffer arrives as a plain array of bytes, which pg would send as text.
      return source.value instanceof Uint8Array ? Buffer.from(source.value) : source.value;
    case 'key':
      return key;
    case 'clock':
      return new Date();
    case 'chance':
      return randomBytes(source.bytes);
    case 'answer':
      return valueAt(answers[source.statement]?.[source.row], source);
    case 'list':
      return source.items.map((item) => play(item, key, answers));
    case 'object':
      return Object.fromEntries(Object.entries(source.fields).map(([name, field]) => [name, play(field, key, answers)]));
    case 'json':
      return JSON.stringify(play(source.of, key, answers));
  }
};

/** A key such as clients send. */
export const newKey = (): string => randomUUID();

/** The statement among a request's that lists entries, with its values; undefined if there is none. */
export const listOf = ({ statements }: Script): { readonly text: string; readonly values: readonly unknown[] } | undefined => {
  const statement = statements.find(({ text }) => /\bfrom job_entries\b/.test(text));
  return statement && { text: statement.text, values: statement.values.map((source) => play(source, '', [])) };
};
