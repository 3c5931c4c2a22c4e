import type { Content, TableCell } from 'pdfmake/interfaces';
import { type Age, AGES } from '#shared/billing/receivables.ts';
import type { AccountLine } from '#shared/billing/account-line.ts';
import { amount, csvText } from './csv-cells.ts';
import { letterHead, type Letter, type LetterScene, paperOf, payTo, sceneOf } from './letter-parts.ts';
import type { LetterWords } from './letter-words.ts';
import { bytesOf } from './pdf-bytes.ts';
import { headings, ruled, soft } from './pdf-parts.ts';
import { filled } from './words.ts';

/** What a customer owed, was billed, paid and owes, in one currency. */
export interface AccountStatement extends Letter {
  readonly from: string;
  readonly until: string;
  /** Owed before the first day. */
  readonly openingCents: number;
  /** In the order of the days. */
  readonly lines: readonly AccountLine[];
  /** What is open now, by age. */
  readonly ages: Readonly<Record<Age, number>>;
}

export const closingOf = ({ openingCents, lines }: Pick<AccountStatement, 'openingCents' | 'lines'>): number =>
  lines.reduce((sum, { cents }) => sum + cents, openingCents);

const textOf = ({ kind, label }: AccountLine, words: LetterWords): string => filled(words.kinds[kind], { number: label });

const right = (text: string, bold = false): TableCell => ({ text, alignment: 'right', bold });

const lineTable = (statement: AccountStatement, { words, written }: LetterScene): Content => {
  let balance = statement.openingCents;
  const rows = statement.lines.map((line) => {
    balance += line.cents;
    return [
      { text: written.day(line.happenedOn) },
      { stack: [textOf(line, words), ...(line.dueOn === null ? [] : [soft(`${words.due} ${written.day(line.dueOn)}`)])] },
      right(line.cents > 0 ? written.money(line.cents) : ''),
      right(line.cents < 0 ? written.money(0 - line.cents) : ''),
      right(written.money(balance)),
    ];
  });
  const whole = (name: string, cents: number): TableCell[] => ['', { text: name, bold: true }, '', '', right(written.money(cents), true)];
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [75, '*', 85, 85, 90],
      body: [
        headings([words.date, words.what, words.billed, words.paid, words.balance], 2),
        whole(words.opening, statement.openingCents),
        ...rows,
        whole(words.closing, balance),
      ],
    },
    layout: ruled,
  };
};

const ageTable = ({ ages }: AccountStatement, { words, written }: LetterScene): Content => ({
  table: {
    headerRows: 1,
    widths: ['*', '*', '*', '*'],
    body: [
      headings(
        AGES.map((age) => words.ages[age]),
        0,
      ),
      AGES.map((age) => ({ text: written.money(ages[age]), bold: true })),
    ],
  },
  layout: ruled,
  margin: [0, 18, 0, 12],
  unbreakable: true,
});

/** A statement of account as a PDF. */
export const drawStatement = async (statement: AccountStatement): Promise<Buffer> => {
  const scene = sceneOf(statement);
  const { words, written } = scene;
  const period = filled(words.statementOf, { from: written.longDay(statement.from), until: written.longDay(statement.until) });
  const content = [
    ...letterHead(statement, words.statement, period),
    lineTable(statement, scene),
    ageTable(statement, scene),
    ...(closingOf(statement) > 0 ? payTo(statement, scene) : []),
  ];
  return bytesOf(paperOf([{ letter: statement, content }], words.statement));
};

/** The same as a table. */
export const statementCsv = (statement: AccountStatement): string => {
  const { words } = sceneOf(statement);
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
