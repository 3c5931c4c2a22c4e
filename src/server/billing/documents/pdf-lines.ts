import type { Content, TableCell } from 'pdfmake/interfaces';
import type { DocumentLine, DocumentQuantities } from '#shared/billing/document.ts';
import { taxesSaid } from '#shared/billing/taxes-said.ts';
import { calculationIn, unitOf } from './line-texts.ts';
import type { Block } from './pdf-paper.ts';
import { dueRow, headings, right, ruled, soft, sumRow, sumsOf } from './pdf-parts.ts';
import { earlyWords, footKindOf } from './pdf-pay.ts';
import { type Scene, SMALL } from './pdf-scene.ts';
import { filled, measuredIn } from './words.ts';

const isOther = (one: DocumentLine, other: DocumentLine): boolean =>
  one !== other && one.serviceName === other.serviceName && one.jobName === other.jobName && one.text === other.text;

const textOf = (line: DocumentLine, { words }: Scene): string =>
  line.text || line.serviceName || (line.kind === 'discount' ? words.discount : '');

/** A machine is named where its own rate makes two lines of one service. */
const nameOf = (line: DocumentLine, scene: Scene): string => {
  const name = textOf(line, scene);
  const isParted = line.rateMachineName !== null && scene.document.lines.some((other) => isOther(line, other));
  return isParted && line.rateMachineName !== null ? `${name}, ${line.rateMachineName}` : name;
};

/** Below a line: its job, what it is, its days, and how its amount is computed. */
const belowLine = (line: DocumentLine, { document, words, written }: Scene): string[] => {
  const { from, to, kind, jobName, text } = line;
  const what = kind === 'fuel' ? words.fuel : kind === 'surcharge' ? words.surcharge : '';
  const hasYear = (from ?? '').slice(0, 4) !== document.issuedOn.slice(0, 4) || (to ?? '').slice(0, 4) !== document.issuedOn.slice(0, 4);
  const days = from === null || to === null ? '' : written.days(from, to, hasYear);
  const about = [jobName ?? '', what === text ? '' : what, days].filter((each) => each !== '').join(', ');
  return [about, ...calculationIn(document, line)].filter((each) => each !== '');
};

const rowOf = (line: DocumentLine, id: string, scene: Scene): TableCell[] => {
  const { document, written } = scene;
  const { quantity, price, cents } = line;
  return [
    {
      stack: [
        { text: nameOf(line, scene), bold: true, id },
        ...belowLine(line, scene).map((text): Content => ({ ...Object(soft(text, SMALL)), lineHeight: 1 })),
      ],
    },
    right(quantity === null ? '' : written.number(quantity)),
    { ...Object(soft(quantity === null ? '' : unitOf(line, document), SMALL)), margin: [0, 1.7, 0, 0] },
    right(price === null ? '' : written.price(price)),
    right(written.money(cents)),
  ];
};

const UNIT_COLUMN = 2;

const linesLayout = ruled((column) => (column === 0 ? 0 : column === UNIT_COLUMN ? 4.5 : 17));

/** The lines as a table, which may be a part of all. */
export const linesTable = (rows: readonly TableCell[][], { words }: Scene): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 'auto', 'auto', 'auto', 'auto'],
    body: [headings([words.service, words.quantity, '', words.rate, words.amount], 1), ...rows],
  },
  layout: linesLayout,
});

const TOTALS = 'totals';

/** The sums, the last of which is what is to be paid. */
const totals = (scene: Scene): Content => {
  const { document, words, written } = scene;
  const { seller, netCents, taxCents, grossCents, openCents } = document;
  const said = taxesSaid(document.taxes);
  const taxes = said.map(({ taxPercent, taxIncluded, cents, taxCents: sum }) => {
    const values = { tax: seller.taxName ?? words.tax, percent: written.number(taxPercent), amount: written.money(cents) };
    return sumRow(filled(taxIncluded ? words.included : said.length > 1 ? words.ofAmount : words.percent, values), written.money(sum));
  });
  const isPartPaid = document.status.kind === 'live' && grossCents > 0 && openCents < grossCents;
  const paid = isPartPaid ? [sumRow(words.paid, written.money(openCents - grossCents))] : [];
  const isOpen = openCents > 0;
  const total = isOpen && !isPartPaid ? words.total : words.totalPlain;
  const whole = written.money(grossCents);
  const sums = taxCents === 0 && said.length === 0 ? [] : [sumRow(words.subtotal, written.money(netCents)), ...taxes];
  return sumsOf([
    ...sums,
    ...(isPartPaid
      ? [sumRow(total, whole), ...paid, dueRow(words.stillOpen, written.money(openCents), TOTALS)]
      : [dueRow(total, whole, TOTALS)]),
  ]);
};

const quantityRow = ({ jobName, serviceName, quantities }: DocumentQuantities, id: string, { document, written }: Scene): TableCell[] => {
  const texts = quantities.map(({ label, quantity, unit }) =>
    `${label}: ${written.number(quantity)} ${measuredIn(unit, document.language)}`.trim(),
  );
  return [
    { stack: [{ text: serviceName, bold: true, id }, ...(jobName === null ? [] : [soft(jobName, SMALL)])] },
    { text: texts.join('\n'), alignment: 'right' },
  ];
};

const UNPRICED = 'unpriced';

/** Work that has no price: also of a record that has no amounts at all. */
const unpriced = (scene: Scene): Content => {
  const { document, words } = scene;
  const rows = document.unpriced.map((each, place) => quantityRow(each, place === document.unpriced.length - 1 ? UNPRICED : '', scene));
  return {
    table: { headerRows: 1, dontBreakRows: true, widths: ['*', 220], body: [headings([words.unpriced, words.quantity], 1), ...rows] },
    layout: ruled(() => 0),
    margin: [0, 6, 0, 14],
  };
};

/** What is said below the sums, a paragraph each: about taxes, about paying early if that has no place at the foot, and by hand. */
const notesOf = (scene: Scene): string[] => {
  const { taxNotes, notes } = scene.document;
  const early = footKindOf(scene) === 'slip' ? earlyWords(scene) : null;
  return [...taxNotes, ...(early === null ? [] : [early]), ...(notes === null ? [] : [notes])];
};

/** Everything between the head of a bill and its foot. A record of quantities has no total: the work was not worth zero. */
export const blocksOf = (scene: Scene): Block[] => {
  const { document } = scene;
  const hasSums = document.lines.length > 0 || document.unpriced.length === 0;
  const rows = document.lines.map((line, place): Block => ({ id: `row-${place}`, row: rowOf(line, `row-${place}`, scene) }));
  const notes = notesOf(scene).map((text, place): Block => {
    const id = `note-${place}`;
    return { id, content: { text, id, margin: [0, 0, 0, 8] } };
  });
  return [
    ...(hasSums ? [...rows, { id: TOTALS, content: totals(scene) }] : []),
    ...(document.unpriced.length > 0 ? [{ id: UNPRICED, content: unpriced(scene) }] : []),
    ...notes,
  ];
};
