import type { Column, Content } from 'pdfmake/interfaces';
import { saysNet } from '#shared/billing/says-net.ts';
import type { BillingDocument } from '#shared/billing/document.ts';
import { INK, soft } from './pdf-parts.ts';
import { BODY, type PaperScene, type Scene, SMALL, tramline } from './pdf-scene.ts';
import { taxNumbersOf } from './tax-labels.ts';
import { counted, filled, correctionWords } from './words.ts';

const small = (text: string): Content => soft(text, SMALL);
const said = (values: readonly (string | null)[]): string[] => values.flatMap((each) => each || []);

/** Who bills: name, address, how to reach them, and their tax numbers. */
const seller = ({ document: { seller: own }, words }: PaperScene): Column => {
  const lines = [own.addressLines.join(', '), said([own.phoneNumber, own.email]).join(', '), taxNumbersOf(own, words).join(', ')];
  return { stack: [{ text: own.name, fontSize: 15, bold: true, lineHeight: 1.05 }, ...said(lines).map(small)], width: '*' };
};

/** What the paper is: work without any amount is no bill. */
export const titleOf = ({ document, words }: Pick<Scene, 'document' | 'words'>): string => {
  const { kind, preceding, lines } = document;
  if (preceding !== null) {
    return correctionWords(document, preceding);
  }
  if (kind === 'deposit') {
    return words.deposit;
  }
  return lines.length === 0 ? words.quantities : words.record;
};

/** What is said at the right of the sender: one line large, with small ones above and below. */
interface Title {
  readonly above?: string;
  readonly large: string;
  readonly below: readonly Content[];
}

const title = ({ above, large, below }: Title): Column => ({
  stack: [
    ...(above === undefined ? [] : [small(above)]),
    { text: large, fontSize: large.length > 14 ? 17 : 22.5, bold: true, lineHeight: 0.95 },
    ...below,
  ],
  alignment: 'right',
  width: 'auto',
});

const mark = ({ logo }: PaperScene): Column[] => (logo === undefined ? [] : [{ stack: [{ image: logo, fit: [110, 42] }], width: 'auto' }]);

const MOST_JOBS = 3;

const jobsOf = ({ document: { jobNames }, words }: Scene): string[] => {
  const [shown, hidden] = [jobNames.slice(0, MOST_JOBS), jobNames.length - MOST_JOBS];
  return hidden <= 0 ? [...shown] : [...shown, filled(counted(words.moreJobs, hidden), { count: String(hidden) })];
};

/** 'Net 30' where people say so, else '14 days'. */
const termsOf = ({ document: { terms, seller: own }, words }: Scene): string | null => {
  if (terms === null) {
    return null;
  }
  const days = String(terms.paymentDays);
  const phrase = saysNet(own.country) ? words.net : counted(words.days, terms.paymentDays);
  return terms.paymentDays === 0 ? words.atOnce : filled(phrase, { days });
};

const isDue = ({ dueOn, openCents }: BillingDocument): boolean => dueOn !== null && openCents > 0;

const column = (width: string, name: string | null, strong: readonly string[], lines: readonly (string | null)[]): Column => ({
  stack: [
    ...(name === null ? [] : [small(name)]),
    ...strong.map((text): Content => ({ text, bold: true })),
    ...said(lines).map((text): Content => ({ text })),
  ],
  width,
  lineHeight: 1.04,
  fontSize: BODY,
});

/** The recipient is some 50 mm below the edge of the page, at the window of an envelope. */
const recipient = ({ document: { buyer }, words }: PaperScene, name: string, more: readonly string[]): Column => {
  const attention = buyer.contactName === null ? null : filled(words.attention, { name: buyer.contactName });
  return column('40%', name, [buyer.name], [attention, ...buyer.addressLines, ...more]);
};

const customerNumber = ({ document: { buyer }, words }: PaperScene): string | null =>
  buyer.number === null ? null : filled(words.customerNumber, { number: buyer.number });

const asParties = (columns: readonly Column[]): Content => ({ columns: [...columns], columnGap: 16, margin: [0, 0, 0, 20] });

/** Who is billed for what, and by when it is to be paid. */
const parties = (scene: Scene): Content => {
  const { document, words, written } = scene;
  const { buyer, from, to, dueOn } = document;
  const jobs = jobsOf(scene);
  const period = from === null || to === null ? null : written.days(from, to);
  const number = customerNumber(scene);
  const reference = buyer.reference === null ? null : filled(words.buyerReference, { reference: buyer.reference });
  const taxNumbers = taxNumbersOf({ country: buyer.country, taxNumber: buyer.taxNumber, taxName: document.seller.taxName }, words);
  const due = isDue(document) && dueOn !== null ? { day: written.longDay(dueOn), terms: termsOf(scene) } : null;
  return asParties([
    recipient(scene, words.billedTo, taxNumbers),
    column('*', jobs.length === 0 && period === null ? null : words.work, jobs, [period]),
    column('26%', due === null ? null : words.due, due === null ? [] : [due.day], [due === null ? null : due.terms, number, reference]),
  ]);
};

const headFor = (scene: PaperScene, words: Title): Content[] => [
  { columns: [...mark(scene), seller(scene), title(words)], columnGap: 12 },
  tramline(scene, [14, 16], INK),
];

/** The head of the first page of a bill. */
export const headOf = (scene: Scene): Content[] => {
  const { document, words, written } = scene;
  const { status, number, issuedOn } = document;
  const voided = status.kind === 'void' ? [{ text: filled(words.voided, { number: status.reversedBy }), bold: true, fontSize: SMALL }] : [];
  return [
    ...headFor(scene, { above: titleOf(scene), large: number, below: [small(written.longDay(issuedOn)), ...voided] }),
    parties(scene),
  ];
};

export interface LetterHead {
  readonly title: string;
  /** Below the title: of when it is. */
  readonly when: string;
  /** What stands above the recipient. */
  readonly to: string;
  /** What its sum is called, and the sum. */
  readonly sum: readonly [string, number];
}

/** The head of a letter: what it is and of when, to whom, and what it comes to. */
export const letterHead = (scene: PaperScene, { title: large, when, to, sum: [sum, cents] }: LetterHead): Content[] => [
  ...headFor(scene, { large, below: [small(when)] }),
  asParties([
    recipient(scene, to, []),
    column('*', null, [], []),
    column('26%', sum, [scene.written.money(cents)], [customerNumber(scene)]),
  ]),
];
