import type { Content, TableCell } from 'pdfmake/interfaces';
import type { RemindedBill, ReminderLetter } from '#shared/billing/schemas/reminder.ts';
import { daysBetween } from '#shared/lib/dates.ts';
import { drawLetter, type LetterScene, letterSceneOf } from './letter-parts.ts';
import { LETTER_WORDS } from './letter-words.ts';
import { mergePdfs } from './merge-pdfs.ts';
import { dueRow, headings, right, ruled, sumRow, sumsOf } from './pdf-parts.ts';
import { openOf, payUntil } from './reminder-text.ts';

/** Pictures as data strings, by the names of their files. */
export type Logos = ReadonlyMap<string, string>;

const titleOf = ({ level, content }: Pick<ReminderLetter, 'level' | 'content'>): string => {
  const titles = LETTER_WORDS[content.language].reminders;
  return titles[level - 1] ?? titles.at(-1) ?? '';
};

const rowOf = (bill: RemindedBill, id: string, issuedOn: string, { written }: LetterScene): TableCell[] => [
  { text: bill.label, bold: true, id },
  right(written.day(bill.issuedOn)),
  right(written.day(bill.dueOn)),
  right(String(daysBetween(bill.dueOn, issuedOn))),
  right(written.money(bill.grossCents)),
  right(written.money(bill.openCents), { bold: true }),
];

const GAP = 12;

const billTable = (rows: readonly TableCell[][], { said }: LetterScene): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 'auto', 'auto', 'auto', 'auto', 'auto'],
    body: [headings([said.bill, said.date, said.due, said.daysLate, said.amount, said.open], 1), ...rows],
  },
  layout: ruled((column) => (column === 0 ? 0 : GAP)),
});

const SUMS = 'sums';

const sums = ({ content: { bills, feeCents, interestCents } }: ReminderLetter, { said, written }: LetterScene): Content => {
  const open = openOf(bills);
  const rows: readonly (readonly [string, number])[] = [
    [said.fee, feeCents],
    [said.interest, interestCents],
  ];
  const added = rows.filter(([, cents]) => cents > 0);
  return sumsOf([
    ...(added.length === 0 ? [] : [sumRow(said.open, written.money(open))]),
    ...added.map(([name, cents]) => sumRow(name, written.money(cents))),
    dueRow(said.toPay, written.money(open + feeCents + interestCents), SUMS),
  ]);
};

const drawReminder = (letter: ReminderLetter, logos: Logos): Promise<Buffer> => {
  const { content, issuedOn } = letter;
  const { bills, feeCents, interestCents, issuer, text } = content;
  const whole = { ...content, issuedOn };
  const cents = openOf(bills) + feeCents + interestCents;
  const labels = bills.map(({ label }) => label);
  const asked = { cents, labels, by: null };
  const logo = logos.get(issuer.logo ?? '');
  const { written } = letterSceneOf(whole, asked, logo);
  // By when is said at the foot only if the letter's words say it: own words may give other days.
  const until = payUntil(issuedOn);
  const scene = letterSceneOf(whole, { ...asked, by: text.includes(written.longDay(until)) ? until : null }, logo);
  const said = { title: titleOf(letter), when: written.longDay(issuedOn), sum: [scene.said.toPay, cents] } as const;
  return drawLetter(scene, said, () => ({
    head: [{ text, lineHeight: 1.15, margin: [0, 0, 0, 16] }],
    blocks: [
      ...bills.map((bill, place) => ({ id: `bill-${place}`, row: rowOf(bill, `bill-${place}`, issuedOn, scene) })),
      { id: SUMS, content: sums(letter, scene) },
    ],
    table: (rows) => billTable(rows, scene),
  }));
};

/** Letters of reminder as one PDF, each as it would be alone. */
export const drawReminders = async (letters: readonly ReminderLetter[], logos: Logos): Promise<Uint8Array> => {
  const drawn: Buffer[] = [];
  for (const letter of letters) {
    drawn.push(await drawReminder(letter, logos));
  }
  const [only] = drawn;
  return drawn.length === 1 && only !== undefined ? only : mergePdfs(drawn);
};
