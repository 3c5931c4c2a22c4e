import type { Content } from 'pdfmake/interfaces';
import type { BillingDocument } from '#shared/billing/document.ts';
import { paperSizeOf } from '#shared/billing/paper-size.ts';
import type { Payable } from '#shared/billing/payable.ts';
import { type Written, writtenFor } from './numbers.ts';
import { DOCUMENT_WORDS, type DocumentWords } from './words.ts';

/** Pictures of a bill as the PDF takes them: JPEG in data strings. */
interface PreparedPictures {
  readonly logo: string | undefined;
  /** Those of the annex by their names; missing ones are left out. */
  readonly photos: ReadonlyMap<string, string>;
}

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

/** What any paper says: a bill, a letter of reminder, a statement of account. */
export type PaperDocument = Payable & Pick<BillingDocument, 'language' | 'units' | 'issuedOn' | 'dueOn' | 'terms' | 'grossCents'>;

/** What the head and the foot of any paper are drawn from. */
export interface PaperScene {
  readonly document: PaperDocument;
  readonly words: DocumentWords;
  readonly written: Written;
  /** A data string. */
  readonly logo: string | undefined;
  readonly isPreview: boolean;
  /** In points. */
  readonly page: { readonly size: 'A4' | 'LETTER'; readonly width: number; readonly height: number };
}

/** What all parts of a printed bill are drawn from. */
export interface Scene extends PaperScene {
  readonly document: BillingDocument;
  /** Data strings by name. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly hasAnnex: boolean;
  readonly hasNotes: boolean;
}

const PAGES = { A4: { width: 595.28, height: 841.89 }, LETTER: { width: 612, height: 792 } } as const;

/** How the document is written, and on which paper. */
export const paperSceneOf = <D extends PaperDocument>(
  document: D,
  logo: string | undefined,
  isPreview = false,
): PaperScene & { readonly document: D } => {
  const size = paperSizeOf(document.seller.country, document.units);
  const page = { size, ...PAGES[size] };
  return { document, words: DOCUMENT_WORDS[document.language], written: writtenFor(document), logo, isPreview, page };
};

export const sceneOf = (given: BillingDocument, { pictures, hasAnnex, hasNotes, isPreview = false }: PdfOptions): Scene => {
  const words = DOCUMENT_WORDS[given.language];
  const payment = given.payment && { ...given.payment, reference: words.preview };
  const document = isPreview ? { ...given, number: words.preview, payment } : given;
  return { ...paperSceneOf(document, pictures.logo, isPreview), pictures: pictures.photos, hasAnnex, hasNotes };
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
export const widthOf = ({ page }: PaperScene): number => page.width - 2 * SIDE;

/** Two thick rules, as a tractor leaves them: the mark of the papers. */
export const tramline = (scene: PaperScene, [above, below]: readonly [number, number], color: string): Content => {
  const rule = (y: number) => ({ type: 'rect' as const, x: 0, y, w: widthOf(scene), h: 2.25, color });
  return { canvas: [rule(0), rule(4.5)], margin: [0, above, 0, below] };
};
