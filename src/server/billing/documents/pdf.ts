import type { BillingDocument } from '#shared/billing/document.ts';
import { annexPages } from './pdf-annex.ts';
import { bytesOf } from './pdf-bytes.ts';
import { bytesWithEInvoice } from './pdf-einvoice.ts';
import { headOf, titleOf } from './pdf-head.ts';
import { blocksOf, linesTable } from './pdf-lines.ts';
import { drawPaper, type Paper } from './pdf-paper.ts';
import { INK } from './pdf-parts.ts';
import { type PdfOptions, type Scene, sceneOf } from './pdf-scene.ts';

export type { PdfOptions } from './pdf-scene.ts';

const watermarkOf = ({ document, words, isPreview }: Scene): Pick<Paper, 'watermark'> => {
  const text = document.status.kind === 'void' ? words.void : isPreview ? words.preview : null;
  const color = isPreview ? INK : '#b3261e';
  return text === null ? {} : { watermark: { text, color, opacity: isPreview ? 0.07 : 0.18 } };
};

/** The bill as a PDF. It takes seconds for many entries: see `pdf-job.ts`. */
export const drawPdf = (given: BillingDocument, options: PdfOptions): Promise<Buffer> => {
  const scene = sceneOf(given, options);
  const { document, hasAnnex } = scene;
  const paper: Paper = {
    scene,
    title: `${titleOf(scene)} ${document.number}`,
    label: document.number,
    ...watermarkOf(scene),
    parts: () => ({
      head: headOf(scene),
      blocks: blocksOf(scene),
      table: (rows) => linesTable(rows, scene),
      after: (isOnPageOne) => (hasAnnex && document.entries.length > 0 ? annexPages(scene, isOnPageOne) : []),
    }),
  };
  const { eInvoice } = options;
  return drawPaper(paper, eInvoice === undefined ? bytesOf : (definition) => bytesWithEInvoice(definition, eInvoice));
};
