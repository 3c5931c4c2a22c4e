import type { ImportKind } from '#shared/domain/import-kinds.ts';
import { type Cell, IMPORT_FIELDS, type ImportField, ownFieldColumn } from '#shared/domain/import.ts';
import { foldName } from '#shared/lib/fold-name.ts';
import { HEAD_WORDS } from '#server/commands/import/head-words.ts';
import type { FileRow } from '#server/commands/import/read-file-job.ts';

interface OwnField {
  readonly id: number;
  readonly name: string;
}

/** Words of another program in front of every head: 'Client Name', 'Contact Phone'. */
const PREFIX = /^(?:client|customer|contact|kunden?|kontakt|cliente|contacto|employee|user|asset|item) /;

/** A unit or a hint in brackets is no part of a name: 'Hours (h)'. */
const foldHead = (cell: Cell): string => (typeof cell === 'string' ? foldName(cell.replace(/[([].*$/, '')) : '');

const byWord = new Map<ImportKind, ReadonlyMap<string, ImportField[]>>();
const wordsOf = (kind: ImportKind): ReadonlyMap<string, ImportField[]> => {
  const known = byWord.get(kind);
  if (known) {
    return known;
  }
  const words = new Map<string, ImportField[]>();
  for (const field of IMPORT_FIELDS[kind]) {
    for (const word of HEAD_WORDS[kind][field]?.split('|') ?? []) {
      words.set(word, [...(words.get(word) ?? []), field]);
    }
  }
  byWord.set(kind, words);
  return words;
};

/** Fields that the head may stand for, the likeliest first. */
const fieldsOf = (kind: ImportKind, cell: Cell): readonly ImportField[] => {
  const head = foldHead(cell);
  const words = wordsOf(kind);
  return words.get(head) ?? words.get(head.replace(PREFIX, '')) ?? [];
};

const filled = (cell: Cell): boolean => cell !== null && cell !== '';

/** How many cells of the row are heads that this kind knows. */
const headsIn = (kind: ImportKind, { cells }: FileRow): number => cells.filter((cell) => fieldsOf(kind, cell).length > 0).length;

/** Whether a row is words only, as heads are. */
const isWords = ({ cells }: FileRow): boolean =>
  cells.filter(filled).length > 1 && cells.every((cell) => !filled(cell) || (typeof cell === 'string' && !/\d|@/.test(cell)));

const ROWS_LOOKED_AT = 15;

/** The row of the heads, by its number: of the first rows the one with most of the heads that are known; 0: there is none. */
export const guessHeadRow = (kind: ImportKind, rows: readonly FileRow[]): number => {
  const first = rows.slice(0, ROWS_LOOKED_AT);
  const [best] = first.toSorted((left, right) => headsIn(kind, right) - headsIn(kind, left));
  const filledIn = best?.cells.filter(filled).length ?? 0;
  if (best && (headsIn(kind, best) > 1 || (headsIn(kind, best) === 1 && filledIn <= 2))) {
    return best.row;
  }
  return first[0] && isWords(first[0]) ? first[0].row : 0;
};

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NAME_FIELD: Readonly<Record<ImportKind, ImportField>> = {
  customers: 'businessName',
  employees: 'fullName',
  equipment: 'name',
  implements: 'name',
  serviceTypes: 'name',
  jobEntries: 'customer',
};

/** Without heads: the first column of words is the name, and addresses with an @ are known by it. */
const guessByContent = (kind: ImportKind, rows: readonly FileRow[], columns: number): (string | null)[] => {
  const textsIn = (column: number): string[] => rows.flatMap(({ cells }) => (typeof cells[column] === 'string' ? [cells[column]] : []));
  const isMail = (column: number): boolean => textsIn(column).some((text) => EMAIL.test(text.trim()));
  const name = Array.from({ length: columns }, (_, column) => column).find(
    (column) => textsIn(column).some((text) => /\p{L}{2}/u.test(text)) && !isMail(column),
  );
  const takesMail = (IMPORT_FIELDS[kind] as readonly string[]).includes('email');
  let isMailTaken = false;
  return Array.from({ length: columns }, (_, column) => {
    if (column === name) {
      return NAME_FIELD[kind];
    }
    if (takesMail && !isMailTaken && isMail(column)) {
      isMailTaken = true;
      return 'email';
    }
    return null;
  });
};

/** The field of each column: by its head, each field once; data fields of the organization by their names. */
export const guessColumns = (
  kind: ImportKind,
  heads: FileRow | undefined,
  { rows, columns, ownFields }: { readonly rows: readonly FileRow[]; readonly columns: number; readonly ownFields: readonly OwnField[] },
): (string | null)[] => {
  if (!heads) {
    return guessByContent(kind, rows.slice(0, ROWS_LOOKED_AT), columns);
  }
  const found: (string | null)[] = Array.from({ length: columns }, () => null);
  const taken = new Set<string>();
  const take = (column: number, field: string): void => {
    found[column] = field;
    taken.add(field);
  };
  // A field's usual word first: of 'Name' and 'Business Name' the second is the business's.
  const words = IMPORT_FIELDS[kind].flatMap(
    (field) => HEAD_WORDS[kind][field]?.split('|').map((word, place) => ({ field, word, place })) ?? [],
  );
  for (const { field, word } of words.toSorted((left, right) => left.place - right.place)) {
    const column = heads.cells.findIndex((cell, index) => found[index] === null && foldHead(cell) === word);
    if (column !== -1 && !taken.has(field)) {
      take(column, field);
    }
  }
  heads.cells.forEach((cell, column) => {
    const own = kind === 'jobEntries' ? ownFields.find(({ name }) => foldName(name) === foldHead(cell)) : undefined;
    const free = fieldsOf(kind, cell).find((field) => !taken.has(field));
    if (found[column] === null && own && !taken.has(ownFieldColumn(own.id))) {
      take(column, ownFieldColumn(own.id));
    } else if (found[column] === null && free !== undefined) {
      take(column, free);
    }
  });
  // 'Vorname, Name': what a list calls the name beside a first name is the last.
  return taken.has('firstName') && !taken.has('lastName') ? found.map((field) => (field === 'fullName' ? 'lastName' : field)) : found;
};
