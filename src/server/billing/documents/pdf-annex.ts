import type { Content, TableCell } from 'pdfmake/interfaces';
import { type AnnexColumn, type AnnexGroup, annexOf } from '#shared/billing/annex.ts';
import type { DocumentEntry } from '#shared/billing/document.ts';
import { headings, INK, PAGE_WIDTHS, ruled, type Scene, SOFT, soft } from './pdf-parts.ts';

const SIZE = 8;
const DAY_WIDTH = 52;
const PADDING = 6;
/** The total width of all columns of numbers, so that machines and operators keep room; further numbers go below their entry. */
const NUMBERS_WIDTH = 280;
const NARROWEST_NUMBER = 34;
const WIDEST_NUMBER = 62;
/** The approximate width of a letter of a heading. */
const LETTER = 4.4;
/** Names of machines are longer than those of people, and there are more of them. */
const MACHINES_SHARE = 0.58;

/** As wide as the longest word of its heading. */
const widthOf = ({ label }: AnnexColumn): number => {
  const longest = Math.max(...label.split(' ').map((word) => word.length));
  return Math.min(WIDEST_NUMBER, Math.max(NARROWEST_NUMBER, longest * LETTER));
};

const added = (columns: readonly AnnexColumn[]): number => columns.reduce((sum, column) => sum + widthOf(column) + PADDING, 0);

/** As many columns as there is room for. */
const thatFit = (columns: readonly AnnexColumn[]): readonly AnnexColumn[] =>
  columns.filter((_, place) => added(columns.slice(0, place + 1)) <= NUMBERS_WIDTH);

const filler = (count: number): TableCell[] => Array.from({ length: count }, () => '');

const numberCell = (entry: DocumentEntry, { label, decimals }: AnnexColumn, { written }: Scene): TableCell => {
  const found = entry.quantities.find((each) => each.label === label);
  return { text: found ? written.aligned(found.quantity, decimals) : '', alignment: 'right', fontSize: SIZE };
};

/** What an entry has besides its row, over the whole width: further numbers, notes if they are asked for, pictures. */
const belowEntry = (entry: DocumentEntry, further: readonly AnnexColumn[], { words, written, pictures, hasNotes }: Scene): Content[] => {
  const numbers = entry.quantities
    .filter(({ label }) => further.some((column) => column.label === label))
    .map(({ label, quantity }) => `${label} ${written.number(quantity)}`);
  const shown = entry.photoNames.flatMap((name) => pictures.get(name) ?? []);
  return [
    ...(numbers.length === 0 ? [] : [soft(numbers.join(' · '), SIZE)]),
    ...(hasNotes && entry.notes !== null ? [soft(entry.notes, SIZE)] : []),
    ...(shown.length === 0 ? [] : [soft(words.photos, SIZE)]),
    ...Array.from({ length: Math.ceil(shown.length / 3) }, (_, place): Content => ({
      columns: shown.slice(3 * place, 3 * place + 3).map((image) => ({ image, fit: [155, 120] as [number, number] })),
      columnGap: 6,
      margin: [0, 4, 0, 0],
    })),
  ];
};

/** One row for each entry under its service, the numbers aligned, and their totals. */
const groupTable = (group: AnnexGroup, scene: Scene): Content => {
  const { words, written, document } = scene;
  const columns = thatFit(group.columns);
  const further = group.columns.slice(columns.length);
  const names = PAGE_WIDTHS[document.units] - DAY_WIDTH - 3 * PADDING - added(columns);
  const width = 3 + columns.length;
  const whole = (cell: Content): TableCell[] => [{ ...Object(cell), colSpan: width }, ...filler(width - 1)];
  const rows = group.entries.map((entry): TableCell[] => [
    { text: written.day(entry.date), fontSize: SIZE, noWrap: true },
    { text: entry.machineNames.join(' · '), fontSize: SIZE },
    { text: entry.operatorNames.join(', '), fontSize: SIZE },
    ...columns.map((column) => numberCell(entry, column, scene)),
  ]);
  const body = group.entries.flatMap((entry, place) => {
    const below = belowEntry(entry, further, scene);
    return [rows[place] ?? [], ...(below.length === 0 ? [] : [whole({ stack: below })])];
  });
  const sums = columns.map(({ total, decimals }): TableCell => ({
    text: total === null ? '' : written.aligned(total, decimals),
    alignment: 'right',
    fontSize: SIZE,
    bold: true,
  }));
  const hasSums = group.entries.length > 1 && columns.some(({ total }) => total !== null);
  const title = document.jobNames.length > 1 ? `${group.jobName} · ${group.serviceName}` : group.serviceName;
  return {
    table: {
      headerRows: 2,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: [DAY_WIDTH, names * MACHINES_SHARE, names * (1 - MACHINES_SHARE), ...columns.map(widthOf)],
      body: [
        whole({ text: title, bold: true, fontSize: 10.5 }),
        headings([words.date, words.equipment, words.operator, ...columns.map(({ label }) => label)], 3, SIZE),
        ...body,
        ...(hasSums ? [[{ text: words.sum, bold: true, fontSize: SIZE }, '', '', ...sums]] : []),
      ],
    },
    layout: {
      ...ruled,
      hLineWidth: (line: number): number => (line < 2 ? 0 : 0.5),
      hLineColor: (line: number): string => (line === 2 || (hasSums && line === body.length + 2) ? INK : ruled.hLineColor(0)),
      paddingTop: (): number => 2.5,
      paddingBottom: (): number => 2.5,
    },
    margin: [0, 0, 0, 16],
  };
};

/** The entries of a bill, on pages of their own: by job and service, one row each. */
export const annexPages = (scene: Scene): Content[] => {
  const { words, document } = scene;
  return [
    { text: words.workDone, fontSize: 15, bold: true, pageBreak: 'before' },
    { text: `${document.buyer.name}, ${document.jobNames.join(', ')}`, color: SOFT, margin: [0, 2, 0, 14] },
    ...annexOf(document).map((group) => groupTable(group, scene)),
  ];
};
