import type { Content, TableCell } from 'pdfmake/interfaces';
import { type AnnexColumn, type AnnexGroup, annexOf } from '#shared/billing/annex.ts';
import type { DocumentEntry } from '#shared/billing/document.ts';
import { BOLD, fitted, fittedNames, sharedWidths, widthOfBold, widthOfText } from './pdf-fit.ts';
import { titleOf } from './pdf-head.ts';
import { FIGURES, INK, RULE, SOFT, soft } from './pdf-parts.ts';
import { type Scene, SMALL, tramline, widthOf } from './pdf-scene.ts';
import { counted, filled } from './words.ts';

const SIZE = 9.5;
const GAP = 9;
/** What names need at least, so that further columns of numbers go below their entry. */
const NAMES_WIDTH = 250;
const NARROWEST_NUMBER = 24;
const WIDEST_NUMBER = 66;

/** Data fields, loads, fuel, billable hours, hours of work: by their rank in entries. */
const ORDER: readonly number[] = [4, 3, 1, 2];
const placeOf = ({ rank }: Pick<AnnexColumn, 'rank'>): number => ORDER[rank] ?? 0;

/** A column of names: its heading, and its text in an entry. */
interface Names {
  readonly heading: string;
  readonly of: (entry: DocumentEntry) => readonly string[];
}

interface NumberColumn extends Pick<AnnexColumn, 'label' | 'decimals' | 'rank'> {
  readonly width: number;
}

/** The columns of the whole log. */
interface Frame {
  readonly dayWidth: number;
  readonly names: readonly (Names & { readonly width: number })[];
  readonly numbers: readonly NumberColumn[];
  readonly day: (date: string) => string;
}

/** Once for all groups: the columns that any of them has. */
const numberColumns = (groups: readonly AnnexGroup[], { written }: Scene): NumberColumn[] => {
  const all = groups.flatMap(({ columns }) => columns).toSorted((left, right) => left.rank - right.rank);
  return [...new Set(all.map(({ label }) => label))].map((label) => {
    const own = all.filter((column) => column.label === label);
    const decimals = Math.max(...own.map((column) => column.decimals));
    const figures = own.map(({ total }) => widthOfBold(written.aligned(total ?? '000', decimals), SIZE));
    const width = Math.min(WIDEST_NUMBER, Math.max(widthOfBold(label, SIZE), ...figures, NARROWEST_NUMBER));
    return { label, decimals, width, rank: own[0]?.rank ?? 0 };
  });
};

const frameOf = (groups: readonly AnnexGroup[], scene: Scene): Frame => {
  const { document, words, written } = scene;
  const { entries } = document;
  const isOneYear = entries.every(({ date }) => date.slice(0, 4) === document.issuedOn.slice(0, 4));
  const day = (date: string): string => (isOneYear ? written.dayOfYear(date, true) : written.day(date));
  const dayWidth = Math.max(...entries.map(({ date }) => widthOfText(day(date), SIZE)), widthOfText(words.date, SIZE));
  const named: readonly Names[] = [
    { heading: words.service, of: ({ serviceName }) => [serviceName] },
    { heading: words.field, of: ({ fieldName }) => (fieldName === null ? [] : [fieldName]) },
    { heading: words.equipment, of: ({ machineNames }) => machineNames },
    { heading: words.operator, of: ({ operatorNames }) => operatorNames },
  ];
  // What no entry says has no column.
  const names = named.filter(({ of }) => entries.some((entry) => of(entry).length > 0));
  const room = widthOf(scene) - dayWidth - GAP * names.length;
  let left = room - NAMES_WIDTH;
  const numbers = numberColumns(groups, scene).filter(({ width }) => {
    left -= width + GAP;
    return left >= 0;
  });
  const forNames = room - numbers.reduce((sum, { width }) => sum + width + GAP, 0);
  const wanted = names.map(({ heading, of }) =>
    Math.max(widthOfBold(heading, SIZE), ...entries.map((entry) => widthOfText(of(entry).join(', '), SIZE))),
  );
  const widths = sharedWidths(wanted, forNames);
  // What was measured on the field comes first, hours last.
  const inOrder = numbers.toSorted((one, other) => placeOf(one) - placeOf(other));
  return { dayWidth, day, numbers: inOrder, names: names.map((each, place) => ({ ...each, width: widths[place] ?? 0 })) };
};

const plain = (text: string, width: number, more: object = {}): TableCell => ({
  text: fitted(text, width, SIZE),
  noWrap: true,
  fontSize: SIZE,
  ...more,
});

const figure = (text: string, more: object = {}): TableCell => ({
  text,
  alignment: 'right',
  noWrap: true,
  fontSize: SIZE,
  ...FIGURES,
  ...more,
});

const headOf = ({ dayWidth, names, numbers }: Frame, { words }: Scene): TableCell[] => [
  plain(words.date, dayWidth, { bold: true }),
  ...names.map(({ heading, width }) => plain(heading, width, { bold: true })),
  ...numbers.map(({ label, width }) => figure(fitted(label, width, SIZE), { bold: true })),
];

const entryRow = (entry: DocumentEntry, isFirst: boolean, { dayWidth, day, names, numbers }: Frame, { written }: Scene): TableCell[] => [
  plain(day(entry.date), dayWidth),
  // The service is written once.
  ...names.map(({ of, width }, place) => plain(place === 0 && !isFirst ? '' : fittedNames(of(entry), width, SIZE), width)),
  ...numbers.map(({ label, decimals }) => {
    const found = entry.quantities.find((each) => each.label === label);
    return figure(found === undefined ? '' : written.aligned(found.quantity, decimals));
  }),
];

const spanned = (cell: TableCell, width: number): TableCell[] => [
  { ...Object(cell), colSpan: width },
  ...Array.from({ length: width - 1 }, () => ''),
];

/** What a group adds up to; the quantities of the bill are bold. */
const sumRow = ({ serviceName, entries, columns }: AnnexGroup, { names, numbers }: Frame, { words, written }: Scene): TableCell[] => {
  const width = names.reduce((sum, each) => sum + each.width, GAP * (names.length - 1)) / BOLD;
  const said = (service: string): string => filled(counted(words.entries, entries.length), { service, count: String(entries.length) });
  const service = fitted(serviceName, width - widthOfText(said(''), SIZE), SIZE);
  return [
    '',
    ...spanned(plain(said(service), width, { bold: true }), names.length),
    ...numbers.map(({ label, decimals }) => {
      const { total = null, isBilled = false } = columns.find((column) => column.label === label) ?? {};
      return figure(total === null ? '' : written.aligned(total, decimals), isBilled ? { bold: true } : { color: SOFT });
    }),
  ];
};

/** What an entry has besides its row, over the whole width: further numbers, notes if they are asked for, pictures. */
const belowEntry = (entry: DocumentEntry, { numbers }: Frame, { words, written, pictures, hasNotes }: Scene): Content[] => {
  const further = entry.quantities
    .filter(({ label }) => !numbers.some((column) => column.label === label))
    .map(({ label, quantity }) => `${label} ${written.number(quantity)}`);
  const shown = entry.photoNames.flatMap((name) => pictures.get(name) ?? []);
  return [
    ...(further.length === 0 ? [] : [soft(further.join(' · '), SIZE)]),
    ...(hasNotes && entry.notes !== null ? [soft(entry.notes, SIZE)] : []),
    ...(shown.length === 0 ? [] : [soft(words.photos, SIZE)]),
    ...Array.from({ length: Math.ceil(shown.length / 3) }, (_, place): Content => ({
      columns: shown.slice(3 * place, 3 * place + 3).map((image) => ({ image, fit: [155, 120] as [number, number] })),
      columnGap: 6,
      margin: [0, 4, 0, 0],
    })),
  ];
};

/** The rows of a group, and the places of those that have a dark line below. */
const groupRows = (
  group: AnnexGroup,
  isNewJob: boolean,
  frame: Frame,
  scene: Scene,
): { readonly row: TableCell[]; readonly isSum: boolean }[] => {
  const all = 1 + frame.names.length + frame.numbers.length;
  const rows = group.entries.flatMap((entry, place) => {
    const below = belowEntry(entry, frame, scene);
    return [entryRow(entry, place === 0, frame, scene), ...(below.length === 0 ? [] : [['', ...spanned({ stack: below }, all - 1)]])];
  });
  const job = isNewJob ? [spanned(plain(group.jobName, widthOf(scene), { bold: true, color: SOFT }), all)] : [];
  return [...[...job, ...rows].map((row) => ({ row, isSum: false })), { row: sumRow(group, frame, scene), isSum: true }];
};

const logTable = (groups: readonly AnnexGroup[], scene: Scene): Content => {
  const frame = frameOf(groups, scene);
  const hasJobs = scene.document.jobNames.length > 1;
  const rows = groups.flatMap((group, place) => groupRows(group, hasJobs && group.jobName !== groups[place - 1]?.jobName, frame, scene));
  const dark = new Set([1, ...rows.flatMap(({ isSum }, place) => (isSum ? [place + 2] : []))]);
  const widths = [frame.dayWidth, ...frame.names.map(({ width }) => width), ...frame.numbers.map(({ width }) => width)];
  return {
    table: { headerRows: 1, dontBreakRows: true, widths, body: [headOf(frame, scene), ...rows.map(({ row }) => row)] },
    layout: {
      hLineWidth: (line) => (line === 0 ? 0 : dark.has(line) ? 1.1 : 0.5),
      hLineColor: (line) => (dark.has(line) ? INK : RULE),
      vLineWidth: () => 0,
      paddingLeft: (column) => (column === 0 ? 0 : GAP),
      paddingRight: () => 0,
      paddingTop: (line) => (line === 0 ? 0 : 3.6),
      paddingBottom: () => 3.6,
    },
  };
};

/** The work log of a bill, on pages of its own: a row for each entry, by job and service, with sums that are those of the bill. */
export const annexPages = (scene: Scene, isBillOnPageOne: boolean): Content[] => {
  const { words, document, written } = scene;
  const { from, to } = document;
  const groups = annexOf(document);
  const period = from === null || to === null ? [] : [written.days(from, to)];
  const [first = '', ...others] = document.jobNames;
  const about = [document.buyer.name, ...(others.length === 0 ? [first] : []), ...period].filter((each) => each !== '');
  const hasBold = groups.some(({ columns }) => columns.some(({ isBilled }) => isBilled));
  return [
    {
      columns: [
        { stack: [{ text: words.workDone, fontSize: 17, bold: true }, soft(about.join(', '), SMALL)], width: '*' },
        { ...Object(soft(`${titleOf(scene)} ${document.number}`, SMALL)), alignment: 'right', width: 'auto' },
      ],
      columnGap: 12,
    },
    tramline(scene, [12, 14], INK),
    logTable(groups, scene),
    ...(hasBold ? [{ ...Object(soft(isBillOnPageOne ? words.bold : words.boldOnBill, SMALL)), margin: [0, 10, 0, 0] }] : []),
  ];
};
