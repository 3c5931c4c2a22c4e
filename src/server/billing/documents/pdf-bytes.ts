import { sep } from 'node:path';
import pdfmake from 'pdfmake';
import type { DynamicContent, TDocumentDefinitions } from 'pdfmake/interfaces';
import { FONT_FOLDERS, FONTS } from './pdf-fonts.ts';
import { typeset } from './pdf-glyphs.ts';

export { FONT } from './pdf-fonts.ts';

pdfmake.setFonts(FONTS);

// Pictures come as bytes, never from an address or another file.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => FONT_FOLDERS.some((folder) => path.startsWith(`${folder}${sep}`)));

/** A paper of which every text can be printed. */
export const printableOf = ({ content, footer, ...rest }: TDocumentDefinitions): TDocumentDefinitions => {
  const drawn: DynamicContent = (...page) => typeset(typeof footer === 'function' ? footer(...page) : footer);
  return { ...rest, content: typeset(content), ...(footer === undefined ? {} : { footer: drawn }) };
};

/** A paper as the bytes of a PDF. The same paper makes the same bytes. */
export const bytesOf = async (definition: TDocumentDefinitions): Promise<Buffer> => pdfmake.createPdf(printableOf(definition)).getBuffer();
