import { PDFDocument } from '@pdfme/pdf-lib';

/** The pages of these PDFs in one, for a printer; files that are attached to them are left out. The same PDFs make the same bytes. */
export const mergePdfs = async (pdfs: readonly Uint8Array[]): Promise<Uint8Array> => {
  const merged = await PDFDocument.create({ updateMetadata: false });
  for (const bytes of pdfs) {
    const one = await PDFDocument.load(bytes, { updateMetadata: false });
    for (const page of await merged.copyPages(one, one.getPageIndices())) {
      merged.addPage(page);
    }
  }
  return merged.save();
};
