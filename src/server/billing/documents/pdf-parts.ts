import type { Content, TableCell } from 'pdfmake/interfaces';
export const INK = '#0f2319';
export const SOFT = '#3b4e43';
export const RULE = '#d0d8d0';

const MARGIN = 56;
/** Of pages: left, top, right, bottom. */
export const MARGINS: [number, number, number, number] = [MARGIN, 50, MARGIN, 60];
/** Small and quiet. */
export const soft = (text: string, size = 8.5): Content => ({ text, color: SOFT, fontSize: size });

/** Rules between rows, a dark one below the headings. */
export const ruled = {
  hLineWidth: (place: number): number => (place === 0 ? 0 : 0.5),
  vLineWidth: (): number => 0,
  hLineColor: (place: number): string => (place === 1 ? INK : RULE),
  paddingLeft: (): number => 0,
  paddingRight: (): number => 6,
  paddingTop: (): number => 5,
  paddingBottom: (): number => 5,
};

/** Column headings; those from `firstRight` on are of numbers. */
export const headings = (names: readonly string[], firstRight: number, size = 8.5): TableCell[] =>
  names.map((text, place) => ({ text, bold: true, fontSize: size, alignment: place >= firstRight ? 'right' : 'left' }));
