import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { BillingDocument, DocumentLine, DocumentQuantities } from '#shared/billing/document.ts';
import { taxesSaid } from '#shared/billing/taxes-said.ts';
import { calculationIn, measured } from './line-texts.ts';
import { writtenIn } from './numbers.ts';
import { annexPages } from './pdf-annex.ts';
import { bytesOf, FONT } from './pdf-bytes.ts';
import { daysOf, headings, INK, MARGINS, ruled, type Scene, soft } from './pdf-parts.ts';
import type { PreparedPictures } from './pdf-pictures.ts';
import { DOCUMENT_WORDS, type DocumentWords, filled, measuredIn, reversalWords } from './words.ts';

/** Options of a printed bill besides its content. */
export interface PdfOptions {
  readonly pictures: PreparedPictures;
  readonly hasAnnex: boolean;
  /** Whether the annex includes the drivers' notes. */
  readonly hasNotes: boolean;
}

const head = ({ document, words, written, logo }: Scene): Content => ({
  columns: [
    ...(logo === undefined ? [] : [{ image: logo, fit: [90, 48] as [number, number], width: 100 }]),
    {
      stack: [
        { text: document.seller.name, fontSize: 14, bold: true },
        ...document.seller.addressLines.map((line) => soft(line)),
        ...(document.seller.taxNumber === null ? [] : [soft(`${document.seller.taxName ?? words.tax}: ${document.seller.taxNumber}`)]),
      ],
      width: '*',
    },
    {
      stack: [
        soft(document.status.kind === 'reversal' ? reversalWords(document, document.status) : words.record),
        { text: document.number, fontSize: 18, bold: true },
        soft(written.day(document.issuedOn)),
        ...(document.status.kind === 'void'
          ? [{ text: filled(words.voided, { number: document.status.reversedBy }), bold: true, fontSize: 9 }]
          : []),
      ],
      alignment: 'right',
      width: 210,
    },
  ],
  columnGap: 10,
});

/** The address is at the window of an envelope: 45 mm from the top. */
const parties = ({ document, words, written }: Scene): Content => ({
  columns: [
    { stack: [soft(words.billedTo), { text: document.buyer.name, bold: true }, ...document.buyer.addressLines], width: '45%' },
    { stack: [soft(words.job), { text: document.jobNames.join(', '), bold: true }, daysOf(document, written)], width: '*' },
    // A bill without an amount has no due date.
    ...(document.dueOn === null || document.grossCents === 0
      ? []
      : [{ stack: [soft(words.due), { text: written.day(document.dueOn), bold: true }], width: 80 }]),
  ],
  columnGap: 14,
  margin: [0, 22, 0, 24],
});

const textOfLine = (line: DocumentLine, words: DocumentWords): string =>
  line.text || line.serviceName || (line.kind === 'discount' ? words.discount : '');

/** The text under a line: what it is about, the machines on a row of their own, and how its amount is computed. */
const underLine = (line: DocumentLine, { document, words, written }: Scene): string[] => {
  const kind = line.kind === 'fuel' ? words.fuel : line.kind === 'surcharge' ? words.surcharge : '';
  const about = [line.jobName ?? '', kind, daysOf(line, written)].filter((each) => each !== '').join(' · ');
  return [about, line.machineNames.join(' · '), ...calculationIn(document, line)].filter((each) => each !== '');
};

const lineRow = (line: DocumentLine, scene: Scene): TableCell[] => {
  const { document, words, written } = scene;
  return [
    { stack: [{ text: textOfLine(line, words), bold: true }, ...underLine(line, scene).map((text) => soft(text))] },
    { text: line.quantity === null ? '' : measured(line.quantity, line, document), alignment: 'right' },
    { text: line.price === null ? '' : written.price(line.price), alignment: 'right' },
    { text: written.money(line.cents), alignment: 'right' },
  ];
};

const lines = (scene: Scene): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 85, 80, 90],
    body: [
      headings([scene.words.service, scene.words.quantity, scene.words.rate, scene.words.amount], 1),
      ...scene.document.lines.map((line) => lineRow(line, scene)),
    ],
  },
  layout: ruled,
});

const quantityRow = ({ jobName, serviceName, quantities }: DocumentQuantities, { language, written }: Scene): TableCell[] => {
  const texts = quantities.map(({ label, quantity, unit }) => `${label}: ${written.number(quantity)} ${measuredIn(unit, language)}`.trim());
  return [
    { stack: [{ text: serviceName, bold: true }, ...(jobName === null ? [] : [soft(jobName)])] },
    { text: texts.join('\n'), alignment: 'right' },
  ];
};

/** Work that has no price: also of a record that has no amounts at all. */
const unpriced = (scene: Scene): Content => ({
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: ['*', 200],
    body: [headings([scene.words.unpriced, scene.words.quantity], 1), ...scene.document.unpriced.map((each) => quantityRow(each, scene))],
  },
  layout: ruled,
  margin: [0, 0, 0, 20],
});

const totals = ({ document, words, written }: Scene): Content => {
  const row = (name: string, value: string, isLast = false): TableCell[] => [
    { text: name, bold: isLast, fontSize: isLast ? 13 : 9.5 },
    { text: value, alignment: 'right', bold: isLast, fontSize: isLast ? 13 : 9.5 },
  ];
  const taxes = taxesSaid(document.taxes).map((tax) => {
    const values = { percent: written.number(tax.taxPercent), amount: written.money(tax.cents) };
    const how = filled(tax.taxIncluded ? words.included : words.ofAmount, values);
    return row(`${document.seller.taxName ?? words.tax}, ${how}`, written.money(tax.taxCents));
  });
  const body = [
    row(words.subtotal, written.money(document.netCents)),
    ...taxes,
    row(words.total, written.money(document.grossCents), true),
  ];
  const layout = { ...ruled, hLineWidth: (place: number): number => (place === body.length - 1 ? 1.5 : 0), hLineColor: (): string => INK };
  return {
    unbreakable: true,
    columns: [
      { text: '', width: '*' },
      { table: { widths: ['*', 110], body }, layout, width: 310 },
    ],
    margin: [0, 10, 0, 20],
  };
};

const definition = (scene: Scene): TDocumentDefinitions => {
  const { document, words, language } = scene;
  return {
    pageSize: document.units === 'us' ? 'LETTER' : 'A4',
    pageMargins: MARGINS,
    defaultStyle: { font: FONT, fontSize: 9.5, color: INK, lineHeight: 1.15 },
    language,
    info: {
      title: `${words.record} ${document.number}`,
      author: document.seller.name,
      creationDate: new Date(`${document.issuedOn}T00:00:00Z`),
    },
    ...(document.status.kind === 'void' ? { watermark: { text: words.void, color: '#b3261e', opacity: 0.18, bold: true } } : {}),
    content: [
      head(scene),
      parties(scene),
      // A record of quantities has no total: the work was not worth zero.
      ...(document.lines.length > 0 || document.unpriced.length === 0 ? [lines(scene), totals(scene)] : []),
      ...(document.unpriced.length > 0 ? [unpriced(scene)] : []),
      ...(document.notes === null ? [] : [{ text: document.notes, margin: [0, 0, 0, 10] as [number, number, number, number] }]),
      soft(words.frozen),
      ...(scene.hasAnnex && document.entries.length > 0 ? annexPages(scene) : []),
    ],
    footer: (page, pages) => ({
      columns: [
        soft(document.seller.name),
        { ...Object(soft(document.number)), alignment: 'center' },
        { ...Object(soft(filled(words.page, { page: String(page), pages: String(pages) }))), alignment: 'right' },
      ],
      margin: [56, 20, 56, 0],
    }),
  };
};

/** The bill as a PDF, A4 or US letter. The same bill makes the same bytes. It takes seconds for many entries: see `pdf-job.ts`. */
export const drawPdf = async (document: BillingDocument, { pictures, hasAnnex, hasNotes }: PdfOptions): Promise<Buffer> => {
  const { language } = document;
  const written = writtenIn(language, document.units, document.currency);
  const words = DOCUMENT_WORDS[language];
  const scene = { document, language, words, written, pictures: pictures.photos, logo: pictures.logo, hasAnnex, hasNotes };
  return bytesOf(definition(scene));
};
