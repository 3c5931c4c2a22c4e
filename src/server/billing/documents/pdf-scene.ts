import type { Content } from 'pdfmake/interfaces';
import type { BillingDocument } from '#shared/billing/document.ts';
import { paperSizeOf } from '#shared/billing/paper-size.ts';
import { type Written, writtenFor } from './numbers.ts';
import type { PreparedPictures } from './pdf-pictures.ts';
import { DOCUMENT_WORDS, type DocumentWords } from './words.ts';

/** Options of a printed bill besides its content. */
export interface PdfOptions {
  readonly pictures: PreparedPictures;
  readonly hasAnnex: boolean;
  /** Whether the annex includes the drivers' notes. */
  readonly hasNotes: boolean;
  /** Of a bill that is not issued: it says so, and cannot be paid. */
  readonly isPreview?: boolean;
  /** The e-invoice to put inside. */
  readonly eInvoice?: string;
}

/** What all parts of a printed bill are drawn from. */
export interface Scene {
  readonly document: BillingDocument;
  readonly words: DocumentWords;
  readonly written: Written;
  /** Data strings by name. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly logo: string | undefined;
  readonly hasAnnex: boolean;
  readonly hasNotes: boolean;
  readonly isPreview: boolean;
  /** In points. */
  readonly page: { readonly size: 'A4' | 'LETTER'; readonly width: number; readonly height: number };
}

const PAGES = { A4: { width: 595.28, height: 841.89 }, LETTER: { width: 612, height: 792 } } as const;

export const sceneOf = (given: BillingDocument, { pictures, hasAnnex, hasNotes, isPreview = false }: PdfOptions): Scene => {
  const words = DOCUMENT_WORDS[given.language];
  const payment = given.payment && { ...given.payment, reference: words.preview };
  const document = isPreview ? { ...given, number: words.preview, payment } : given;
  const size = paperSizeOf(document.seller.country, document.units);
  const page = { size, ...PAGES[size] };
  const written = writtenFor(document);
  return { document, words, written, pictures: pictures.photos, logo: pictures.logo, hasAnnex, hasNotes, isPreview, page };
};

export const BODY = 11;
export const SMALL = 9.5;
/** Left and right of the text: the recipient stands in the window of an envelope. */
export const SIDE = 54;
export const TOP = 39;
/** How high a line of text is, for its size. */
export const LINE = 1.3;
export const MM = 72 / 25.4;

/** The space between the margins. */
export const widthOf = ({ page }: Scene): number => page.width - 2 * SIDE;

/** Figures of the same width, so that those of a column are aligned. */
export const FIGURES = { fontFeatures: ['tnum' as const] };

/** Two thick rules, as a tractor leaves them: the mark of the papers. */
export const tramline = (scene: Scene, [above, below]: readonly [number, number], color: string): Content => {
  const rule = (y: number) => ({ type: 'rect' as const, x: 0, y, w: widthOf(scene), h: 2.25, color });
  return { canvas: [rule(0), rule(4.5)], margin: [0, above, 0, below] };
};
