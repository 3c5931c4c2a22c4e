import type { Column, Content } from 'pdfmake/interfaces';
import type { BillingDocument } from '#shared/billing/document.ts';
import { INK, soft } from './pdf-parts.ts';
import { BODY, type Scene, SMALL, tramline } from './pdf-scene.ts';
import { taxNumbersOf } from './tax-labels.ts';
import { counted, filled, correctionWords } from './words.ts';

const small = (text: string): Content => soft(text, SMALL);
const said = (values: readonly (string | null)[]): string[] => values.flatMap((each) => each || []);

/** Who bills: name, address, how to reach them, and their tax numbers. */
const seller = ({ document: { seller: own }, words }: Scene): Column => {
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

const title = (scene: Scene): Column => {
  const { document, words, written } = scene;
  const { status, number, issuedOn } = document;
  return {
    stack: [
      small(titleOf(scene)),
      { text: number, fontSize: number.length > 14 ? 17 : 22.5, bold: true, lineHeight: 0.95 },
      small(written.longDay(issuedOn)),
      ...(status.kind === 'void' ? [{ text: filled(words.voided, { number: status.reversedBy }), bold: true, fontSize: SMALL }] : []),
    ],
    alignment: 'right',
    width: 'auto',
  };
};

const mark = ({ logo }: Scene): Column[] => (logo === undefined ? [] : [{ stack: [{ image: logo, fit: [110, 42] }], width: 'auto' }]);

const MOST_JOBS = 3;

const jobsOf = ({ document: { jobNames }, words }: Scene): string[] => {
  const [shown, hidden] = [jobNames.slice(0, MOST_JOBS), jobNames.length - MOST_JOBS];
  return hidden <= 0 ? [...shown] : [...shown, filled(counted(words.moreJobs, hidden), { count: String(hidden) })];
};

const NET_TERMS = new Set(['US', 'CA']);

/** 'Net 30' where people say so, else '14 days'. */
const termsOf = ({ document: { terms, seller: own }, words }: Scene): string | null => {
  if (terms === null) {
    return null;
  }
  const days = String(terms.paymentDays);
  const phrase = NET_TERMS.has(own.country ?? '') ? words.net : counted(words.days, terms.paymentDays);
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

/** Who is billed for what, and by when it is to be paid. */
const parties = (scene: Scene): Content => {
  const { document, words, written } = scene;
  const { buyer, from, to, dueOn } = document;
  const attention = buyer.contactName === null ? null : filled(words.attention, { name: buyer.contactName });
  const jobs = jobsOf(scene);
  const period = from === null || to === null ? null : written.days(from, to);
  const number = buyer.number === null ? null : filled(words.customerNumber, { number: buyer.number });
  const reference = buyer.reference === null ? null : filled(words.buyerReference, { reference: buyer.reference });
  const taxNumbers = taxNumbersOf({ country: buyer.country, taxNumber: buyer.taxNumber, taxName: document.seller.taxName }, words);
  const due = isDue(document) && dueOn !== null ? { day: written.longDay(dueOn), terms: termsOf(scene) } : null;
  return {
    columns: [
      column('40%', words.billedTo, [buyer.name], [attention, ...buyer.addressLines, ...taxNumbers]),
      column('*', jobs.length === 0 && period === null ? null : words.work, jobs, [period]),
      column('26%', due === null ? null : words.due, due === null ? [] : [due.day], [due === null ? null : due.terms, number, reference]),
    ],
    columnGap: 16,
    margin: [0, 0, 0, 20],
  };
};

/** The head of the first page. The recipient is some 50 mm below its edge, at the window of an envelope. */
export const headOf = (scene: Scene): Content[] => [
  { columns: [...mark(scene), seller(scene), title(scene)], columnGap: 12 },
  tramline(scene, [14, 16], INK),
  parties(scene),
];
