import type { Content, TableCell } from 'pdfmake/interfaces';
import type { BillingDocument } from '#shared/billing/document.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import type { Written } from './numbers.ts';
import type { DocumentWords } from './words.ts';

/** What all parts of a printed bill are drawn from. */
export interface Scene {
  readonly document: BillingDocument;
  readonly language: LanguageId;
  readonly words: DocumentWords;
  readonly written: Written;
  /** Data strings by name. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly logo: string | undefined;
  readonly hasAnnex: boolean;
  readonly hasNotes: boolean;
}

export const INK = '#0f2419';
export const SOFT = '#4a5a50';
const RULE = '#c9d2cc';

const MARGIN = 56;
/** Of pages: left, top, right, bottom. */
export const MARGINS: [number, number, number, number] = [MARGIN, 50, MARGIN, 60];
/** The space between the margins of US letter and of A4, in points. */
export const PAGE_WIDTHS: Readonly<Record<UnitSystem, number>> = { us: 612 - 2 * MARGIN, metric: 595.28 - 2 * MARGIN };

/** Small and quiet. */
export const soft = (text: string, size = 8.5): Content => ({ text, color: SOFT, fontSize: size });

/** From one date to another, or a single date; nothing if there is none. */
export const daysOf = ({ from, to }: { readonly from: string | null; readonly to: string | null }, { day }: Written): string =>
  from === null || to === null ? '' : from === to ? day(from) : `${day(from)} – ${day(to)}`;

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
