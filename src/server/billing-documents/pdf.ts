import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import sharp from 'sharp';
import type { BillingDocument, DocumentEntry, DocumentLine, DocumentQuantities } from '#shared/billing/document.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { writtenIn, type Written } from '#server/billing-documents/numbers.ts';
import { DOCUMENT_WORDS, type DocumentWords, measuredIn, UNIT_WORDS } from '#server/billing-documents/words.ts';

/** What a printed bill is made with besides its content. */
export interface PdfOptions {
  readonly language: LanguageId;
  readonly logo?: Buffer | undefined;
  readonly hasAnnex: boolean;
  /** Pictures of the annex by their names; those that are not here are left out. */
  readonly photos?: ReadonlyMap<string, Buffer>;
}

interface Scene {
  readonly document: BillingDocument;
  readonly language: LanguageId;
  readonly words: DocumentWords;
  readonly written: Written;
  /** Data strings by name. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly logo: string | undefined;
  readonly hasAnnex: boolean;
}

const INK = '#0f2419';
const SOFT = '#4a5a50';
const RULE = '#c9d2cc';

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

const soft = (text: string, size = 8.5): Content => ({ text, color: SOFT, fontSize: size });

const daysOf = ({ from, to }: { readonly from: string | null; readonly to: string | null }, { day }: Written): string =>
  from === null || to === null ? '' : from === to ? day(from) : `${day(from)} – ${day(to)}`;

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
        soft(document.status.kind === 'reversal' ? filled(words.reversal, { number: document.status.reverses }) : words.record),
        { text: document.number, fontSize: 18, bold: true },
        soft(written.day(document.issuedOn)),
        ...(document.status.kind === 'void'
          ? [{ text: filled(words.voided, { number: document.status.reversedBy }), bold: true, fontSize: 9 }]
          : []),
      ],
      alignment: 'right',
      width: 150,
    },
  ],
  columnGap: 10,
});

/** The address stands where the window of an envelope is: 45 mm from the top. */
const parties = ({ document, words, written }: Scene): Content => ({
  columns: [
    { stack: [soft(words.billedTo), { text: document.buyer.name, bold: true }, ...document.buyer.addressLines], width: '45%' },
    { stack: [soft(words.job), { text: document.jobNames.join(', '), bold: true }, daysOf(document, written)], width: '*' },
    // What has no amount is not to be paid by any day.
    ...(document.dueOn === null || document.grossCents === 0
      ? []
      : [{ stack: [soft(words.due), { text: written.day(document.dueOn), bold: true }], width: 80 }]),
  ],
  columnGap: 14,
  margin: [0, 22, 0, 24],
});

const textOfLine = (line: DocumentLine, words: DocumentWords): string =>
  line.text || line.serviceName || (line.kind === 'discount' ? words.discount : '');

const lineRow = (line: DocumentLine, { document, language, words, written }: Scene): TableCell[] => {
  const kind = line.kind === 'fuel' ? words.fuel : line.kind === 'surcharge' ? words.surcharge : '';
  const under = [kind, line.machineNames.join(', '), daysOf(line, written)].filter((each) => each !== '').join(' · ');
  const fuelUnit = document.units === 'us' ? 'gal' : 'L';
  const unit = line.unit ?? (line.basis === 'fuel' ? fuelUnit : line.basis === null ? '' : (UNIT_WORDS[language][line.basis] ?? ''));
  return [
    { stack: [{ text: textOfLine(line, words), bold: true }, ...(under === '' ? [] : [soft(under)])] },
    { text: line.quantity === null ? '' : `${written.number(line.quantity)} ${unit}`.trim(), alignment: 'right' },
    { text: line.price === null ? '' : written.price(line.price), alignment: 'right' },
    { text: written.money(line.cents), alignment: 'right' },
  ];
};

const ruled = {
  hLineWidth: (place: number): number => (place === 0 ? 0 : 0.5),
  vLineWidth: (): number => 0,
  hLineColor: (place: number): string => (place === 1 ? INK : RULE),
  paddingLeft: (): number => 0,
  paddingRight: (): number => 6,
  paddingTop: (): number => 5,
  paddingBottom: (): number => 5,
};

const headings = (names: readonly string[], firstRight: number): TableCell[] =>
  names.map((text, place) => ({ text, bold: true, fontSize: 8.5, alignment: place >= firstRight ? 'right' : 'left' }));

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

/** What was done and has no price: also of a record that has no amounts at all. */
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
  const taxes = document.taxes.map((tax) => {
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

const entryRow = (entry: DocumentEntry, { words, written, pictures }: Scene): TableCell[][] => {
  const quantities = entry.quantities.map(({ label, quantity }) => `${label} ${written.number(quantity)}`).join('\n');
  const texts = [written.day(entry.date), entry.serviceName, entry.machineNames.join(', '), entry.operatorNames.join(', '), quantities];
  const row: TableCell[] = texts.map((text) => ({ text, fontSize: 8.5 }));
  const shown = entry.photoNames.flatMap((name) => pictures.get(name) ?? []);
  const more: Content[] = [
    ...(entry.notes === null ? [] : [soft(entry.notes)]),
    ...(shown.length === 0 ? [] : [soft(words.photos)]),
    ...Array.from({ length: Math.ceil(shown.length / 3) }, (_, place): Content => ({
      columns: shown.slice(3 * place, 3 * place + 3).map((image) => ({ image, fit: [155, 120] as [number, number] })),
      columnGap: 6,
      margin: [0, 4, 0, 0],
    })),
  ];
  return more.length === 0 ? [row] : [row, [{ stack: more, colSpan: 5 }, '', '', '', '']];
};

const annex = (scene: Scene): Content[] => {
  const { words, document } = scene;
  const names = [words.date, words.service, words.equipment, words.operator, words.quantities];
  return [
    { text: words.workDone, fontSize: 15, bold: true, pageBreak: 'before' },
    { text: `${document.buyer.name}, ${document.jobNames.join(', ')}`, color: SOFT, margin: [0, 2, 0, 14] },
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [62, '*', '*', '*', 105],
        body: [headings(names, names.length), ...document.entries.flatMap((entry) => entryRow(entry, scene))],
      },
      layout: ruled,
    },
  ];
};

const definition = (scene: Scene): TDocumentDefinitions => {
  const { document, words, language } = scene;
  return {
    pageSize: document.units === 'us' ? 'LETTER' : 'A4',
    pageMargins: [56, 50, 56, 60],
    defaultStyle: { font: 'Roboto', fontSize: 9.5, color: INK, lineHeight: 1.15 },
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
      // A record of quantities has no total: nothing is not what the work was worth.
      ...(document.lines.length > 0 || document.unpriced.length === 0 ? [lines(scene), totals(scene)] : []),
      ...(document.unpriced.length > 0 ? [unpriced(scene)] : []),
      ...(document.notes === null ? [] : [{ text: document.notes, margin: [0, 0, 0, 10] as [number, number, number, number] }]),
      soft(words.frozen),
      ...(scene.hasAnnex && document.entries.length > 0 ? annex(scene) : []),
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

const WIDEST = 700;

const asJpeg = async (bytes: Buffer): Promise<string> => {
  const size = { width: WIDEST, height: WIDEST, fit: 'inside', withoutEnlargement: true } as const;
  const shrunk = await sharp(bytes).rotate().resize(size).flatten({ background: '#ffffff' }).jpeg({ quality: 78 }).toBuffer();
  return `data:image/jpeg;base64,${shrunk.toString('base64')}`;
};

const fontFolder = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
pdfmake.setFonts({ Roboto: { normal: join(fontFolder, 'Roboto-Regular.ttf'), bold: join(fontFolder, 'Roboto-Medium.ttf') } });

// Pictures come as bytes, never from an address or another file.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => dirname(path) === fontFolder);

/** The bill as a PDF, A4 or US letter. The same bill makes the same bytes. */
export const toPdf = async (document: BillingDocument, options: PdfOptions): Promise<Buffer> => {
  const { language, logo, hasAnnex } = options;
  const names = hasAnnex ? document.entries.flatMap(({ photoNames }) => photoNames) : [];
  const pictures = new Map<string, string>();
  for (const name of new Set(names)) {
    const bytes = options.photos?.get(name);
    if (bytes !== undefined) {
      pictures.set(name, await asJpeg(bytes));
    }
  }
  const written = writtenIn(language, document.units, document.currency);
  const scene = { document, language, words: DOCUMENT_WORDS[language], written, pictures, hasAnnex };
  return pdfmake.createPdf(definition({ ...scene, logo: logo && (await asJpeg(logo)) })).getBuffer();
};
