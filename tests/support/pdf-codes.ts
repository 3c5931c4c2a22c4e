import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQr from 'jsqr';

/** 144 dots an inch, less than a phone sees. */
const SCALE = 2;

const library = PDFiumLibrary.init();

/** The texts of the codes on the pages of a PDF, one a page at most, read from the pages as they look; null: a page without one. */
export const codesOf = async (pdf: Buffer): Promise<(string | null)[]> => {
  const document = await (await library).loadDocument(pdf);
  const found: (string | null)[] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: SCALE, render: 'bitmap' });
    found.push(jsQr(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' })?.data ?? null);
  }
  document.destroy();
  return found;
};

/** The text of each page of any PDF, also of one that was not written by pdfkit; words apart by one space. */
export const textsOf = async (pdf: Buffer): Promise<string[]> => {
  const document = await (await library).loadDocument(pdf);
  const texts = [...document.pages()].map((page) => page.getText().replaceAll(/\s+/g, ' '));
  document.destroy();
  return texts;
};
