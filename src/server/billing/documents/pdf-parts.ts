import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces';

export const INK = '#0f2319';
export const SOFT = '#3b4e43';
export const RULE = '#d0d8d0';

/** Small and quiet. */
export const soft = (text: string, size = 8.5): Content => ({ text, color: SOFT, fontSize: size });

/** Figures of the same width, so that those of a column are aligned. */
export const FIGURES = { fontFeatures: ['tnum' as const] };

/** A cell of a figure. */
export const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', noWrap: true, ...FIGURES, ...more });

const HEADING = 9.5;

/** Column headings; those from `firstRight` on are of figures. */
export const headings = (names: readonly string[], firstRight: number): TableCell[] =>
  names.map((text, place) => ({ text, bold: true, fontSize: HEADING, ...(place >= firstRight ? { alignment: 'right' as const } : {}) }));

/** Rules between rows, a dark one below the headings. */
export const ruled = (paddingLeft: (column: number) => number): CustomTableLayout => ({
  hLineWidth: (line) => (line === 0 ? 0 : line === 1 ? 1.1 : 0.75),
  hLineColor: (line) => (line === 1 ? INK : RULE),
  vLineWidth: () => 0,
  paddingLeft,
  paddingRight: () => 0,
  paddingTop: (line) => (line === 0 ? 0 : 6),
  paddingBottom: (line) => (line === 0 ? 4.5 : 6),
});

const SUMS_WIDTH = 250;

/** A sum below a table. */
export const sumRow = (name: string, value: string): Content => ({
  columns: [
    { text: name, width: '*' },
    { ...Object(right(value)), width: 'auto' },
  ],
  columnGap: 10,
  margin: [0, 2, 0, 2],
});

/** The last sum, which is what counts. Its text has the id. */
export const dueRow = (name: string, value: string, id: string): Content => ({
  stack: [
    { canvas: [{ type: 'rect', x: 0, y: 0, w: SUMS_WIDTH, h: 2.25, color: INK }], margin: [0, 6, 0, 6] },
    {
      columns: [
        { text: name, width: '*', id },
        { ...Object(right(value)), width: 'auto' },
      ],
      columnGap: 10,
      fontSize: 17,
      bold: true,
    },
  ],
});

/** Sums at the right, below a table. */
export const sumsOf = (rows: readonly Content[]): Content => ({
  columns: [
    { text: '', width: '*' },
    { width: SUMS_WIDTH, stack: [...rows] },
  ],
  margin: [0, 10, 0, 14],
  unbreakable: true,
});
