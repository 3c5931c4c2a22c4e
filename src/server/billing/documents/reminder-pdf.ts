import type { Content, TableCell } from 'pdfmake/interfaces';
import type { ReminderLetter } from '#shared/billing/schemas/reminder.ts';
import { daysBetween } from '#shared/lib/dates.ts';
import { letterHead, type LetterScene, paperOf, payTo, sceneOf } from './letter-parts.ts';
import { LETTER_WORDS } from './letter-words.ts';
import { bytesOf } from './pdf-bytes.ts';
import { headings, ruled } from './pdf-parts.ts';
import { openOf } from './reminder-text.ts';

export const titleOf = ({ level, content }: Pick<ReminderLetter, 'level' | 'content'>): string => {
  const titles = LETTER_WORDS[content.language].reminders;
  return titles[level - 1] ?? titles.at(-1) ?? '';
};

const right = (text: string, bold = false): TableCell => ({ text, alignment: 'right', bold });

const billTable = ({ content, issuedOn }: ReminderLetter, { words, written }: LetterScene): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 75, 75, 70, 80, 80],
    body: [
      headings([words.bill, words.date, words.due, words.daysLate, words.amount, words.open], 1),
      ...content.bills.map(({ label, issuedOn: billedOn, dueOn, grossCents, openCents }) => [
        { text: label, bold: true },
        right(written.day(billedOn)),
        right(written.day(dueOn)),
        right(String(daysBetween(dueOn, issuedOn))),
        right(written.money(grossCents)),
        right(written.money(openCents), true),
      ]),
    ],
  },
  layout: ruled,
});

const sums = ({ content }: ReminderLetter, { words, written }: LetterScene): Content => {
  const { feeCents, interestCents } = content;
  const open = openOf(content.bills);
  const rows = [
    ...(feeCents + interestCents === 0 ? [] : [[words.open, open] as const]),
    ...(feeCents === 0 ? [] : [[words.fee, feeCents] as const]),
    ...(interestCents === 0 ? [] : [[words.interest, interestCents] as const]),
    [words.toPay, open + feeCents + interestCents] as const,
  ];
  return {
    unbreakable: true,
    columns: [
      { text: '', width: '*' },
      {
        stack: rows.map(([name, cents], place) => ({
          columns: [{ text: name }, { text: written.money(cents), alignment: 'right' as const }],
          bold: place === rows.length - 1,
          fontSize: place === rows.length - 1 ? 13 : 9.5,
          margin: [0, 4, 6, 0] as [number, number, number, number],
        })),
        width: 260,
      },
    ],
    margin: [0, 8, 0, 18],
  };
};

/** Letters of reminder as one PDF, each on a page of its own. */
export const drawReminders = async (letters: readonly ReminderLetter[]): Promise<Buffer> => {
  const pages = letters.map((letter) => {
    const { content, issuedOn } = letter;
    const whole = { ...content, issuedOn };
    const scene = sceneOf(whole);
    const title = titleOf(letter);
    return {
      letter: whole,
      title,
      content: [
        ...letterHead(whole, title, scene.written.longDay(issuedOn)),
        { text: content.text, margin: [0, 0, 0, 16] as [number, number, number, number] },
        billTable(letter, scene),
        sums(letter, scene),
        ...payTo(whole, scene),
      ],
    };
  });
  return bytesOf(paperOf(pages, pages[0]?.title ?? ''));
};
