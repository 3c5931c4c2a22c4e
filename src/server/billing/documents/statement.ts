import type { Content, TableCell } from 'pdfmake/interfaces';
import { type Age, AGES } from '#shared/billing/receivables.ts';
import type { AccountLine } from '#shared/billing/account-line.ts';
import { amount, csvText } from './csv-cells.ts';
import { drawLetter, type Letter, type LetterScene, letterSceneOf } from './letter-parts.ts';
import { LETTER_WORDS, type LetterWords } from './letter-words.ts';
import type { Block } from './pdf-paper.ts';
import { headings, right, ruled, soft } from './pdf-parts.ts';
import { SMALL } from './pdf-scene.ts';
import { filled } from './words.ts';

/** What a customer owed, was billed, paid and owes, in one currency. */
export interface AccountStatement extends Letter {
  readonly from: string;
  readonly until: string;
  /** Owed before the first day. */
  readonly openingCents: number;
  /** In the order of the days. */
  readonly lines: readonly AccountLine[];
  /** The numbers of the bills that are open now, those that are due first before others. */
  readonly openLabels: readonly string[];
  /** What is open now, by age. */
  readonly ages: Readonly<Record<Age, number>>;
}

export const closingOf = ({ openingCents, lines }: Pick<AccountStatement, 'openingCents' | 'lines'>): number =>
  lines.reduce((sum, { cents }) => sum + cents, openingCents);

const textOf = ({ kind, label }: AccountLine, words: LetterWords): string => filled(words.kinds[kind], { number: label });

const BALANCE = 'balance';
const AGES_TABLE = 'ages';

const rowsOf = (statement: AccountStatement, { said, written }: LetterScene): Block[] => {
  let balance = statement.openingCents;
  const rows = statement.lines.map((line, place): Block => {
    balance += line.cents;
    const due = line.dueOn === null ? [] : [soft(`${said.due} ${written.day(line.dueOn)}`, SMALL)];
    const row = [
      { text: written.day(line.happenedOn), noWrap: true },
      { stack: [{ text: textOf(line, said), id: `line-${place}` }, ...due] },
      right(line.cents > 0 ? written.money(line.cents) : ''),
      right(line.cents < 0 ? written.money(0 - line.cents) : ''),
      right(written.money(balance)),
    ];
    return { id: `line-${place}`, row };
  });
  const whole = (name: string, cents: number, id: string): Block => ({
    id,
    row: ['', { text: name, bold: true, id }, '', '', right(written.money(cents), { bold: true })],
  });
  return [whole(said.opening, statement.openingCents, 'opening'), ...rows, whole(said.closing, balance, BALANCE)];
};

const GAP = 14;

const lineTable = (rows: readonly TableCell[][], { said }: LetterScene): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['auto', '*', 'auto', 'auto', 'auto'],
    body: [headings([said.date, said.what, said.billed, said.paid, said.balance], 2), ...rows],
  },
  layout: ruled((column) => (column === 0 ? 0 : GAP)),
});

const ageTable = ({ ages }: AccountStatement, { said, written }: LetterScene): Content => ({
  table: {
    headerRows: 1,
    widths: AGES.map((_, place) => (place === 0 ? '*' : 'auto')),
    body: [
      headings(
        AGES.map((age) => said.ages[age]),
        1,
      ),
      AGES.map((age, place): TableCell =>
        place === 0 ? { text: written.money(ages[age]), bold: true, id: AGES_TABLE } : right(written.money(ages[age]), { bold: true }),
      ),
    ],
  },
  layout: ruled((column) => (column === 0 ? 0 : 22)),
  margin: [0, 18, 0, 12],
  unbreakable: true,
});

/** What is to be paid: the balance, unless it is that of a day in the past. */
const askedOf = (statement: AccountStatement): number => (statement.until < statement.issuedOn ? 0 : Math.max(0, closingOf(statement)));

/** A statement of account as a PDF. */
export const drawStatement = (statement: AccountStatement, logo: string | undefined): Promise<Buffer> => {
  const { from, until, openLabels } = statement;
  const scene = letterSceneOf(statement, { cents: askedOf(statement), by: null, labels: openLabels }, logo);
  const { said, written } = scene;
  const when = filled(said.statementOf, { from: written.longDay(from), until: written.longDay(until) });
  return drawLetter(scene, { title: said.statement, when, sum: [said.closing, closingOf(statement)] }, () => ({
    head: [],
    blocks: [...rowsOf(statement, scene), { id: AGES_TABLE, content: ageTable(statement, scene) }],
    table: (rows) => lineTable(rows, scene),
  }));
};

/** The same as a table. */
export const statementCsv = (statement: AccountStatement): string => {
  const words = LETTER_WORDS[statement.language];
  let balance = statement.openingCents;
  return csvText([
    [words.date, words.what, words.due, words.billed, words.paid, words.balance],
    [statement.from, words.opening, null, null, null, amount(balance)],
    ...statement.lines.map((line) => {
      balance += line.cents;
      const [billed, paid] = line.cents > 0 ? [amount(line.cents), null] : [null, amount(0 - line.cents)];
      return [line.happenedOn, textOf(line, words), line.dueOn, billed, paid, amount(balance)];
    }),
  ]);
};
