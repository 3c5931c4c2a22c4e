import type { Column, Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { BillingDocument } from '#shared/billing/document.ts';
import { annexPages } from './pdf-annex.ts';
import { bytesOf, FONT } from './pdf-bytes.ts';
import { bytesWithEInvoice } from './pdf-einvoice.ts';
import { headOf, titleOf } from './pdf-head.ts';
import { type Block, blocksOf, linesTable } from './pdf-lines.ts';
import { INK, soft } from './pdf-parts.ts';
import { type FootKind, footKindOf, payBox } from './pdf-pay.ts';
import { BODY, LINE, type PdfOptions, type Scene, sceneOf, SIDE, SMALL, TOP, widthOf } from './pdf-scene.ts';
import { SLIP_HEIGHT, SLIP_NOTICE, slipOf } from './pdf-slip.ts';
import { filled } from './words.ts';

export type { PdfOptions } from './pdf-scene.ts';

/** Where a bill is parted into pages. */
interface Plan {
  /** The first block that is not on the page of the box; null if all are. */
  readonly rest: number | null;
  /** The page with the payment part, and whether that has a page of its own. */
  readonly slipPage: number;
  readonly isSlipAlone: boolean;
}

/** What fits on one page, as most bills do. */
const ONE_PAGE: Plan = { rest: null, slipPage: 1, isSlipAlone: false };

const FOOT_BOTTOM = 25;
const BOX_GAP = 16;

const footerLines = ({ document }: Scene): string[] => (document.seller.footer ?? '').split('\n').filter((line) => line.trim() !== '');

/** The space at the foot of each page: the organization's lines and the page's number. */
const footHeight = (scene: Scene): number => FOOT_BOTTOM + BOX_GAP + Math.max(1, footerLines(scene).length) * SMALL * LINE;

const footLine = (scene: Scene, top: number, page: number, pages: number): Content => {
  const number = filled(scene.words.page, { number: scene.document.number, page: String(page), pages: String(pages) });
  const line: Column = {
    columns: [
      { ...Object(soft(footerLines(scene).join('\n'), SMALL)), width: '*' },
      { ...Object(soft(number, SMALL)), alignment: 'right', width: 'auto' },
    ],
    columnGap: 16,
    width: widthOf(scene),
  };
  return { columns: [line], absolutePosition: { x: SIDE, y: top } };
};

/** The parts of a bill. Made for each drawing: pdfmake writes into what it draws. */
interface Parts {
  readonly kind: FootKind;
  readonly box: ReturnType<typeof payBox> | null;
  readonly blocks: readonly Block[];
}

const partsOf = (scene: Scene): Parts => {
  const kind = footKindOf(scene);
  return { kind, box: kind === 'box' ? payBox(scene) : null, blocks: blocksOf(scene) };
};

/** The rows as a table, and what follows it. */
const contentOf = (blocks: readonly Block[], scene: Scene): Content[] => {
  const rows = blocks.flatMap((block) => ('row' in block ? [block.row] : []));
  const others = blocks.flatMap((block) => ('content' in block ? [block.content] : []));
  return [...(rows.length === 0 ? [] : [linesTable(rows, scene)]), ...others];
};

const END = 'end';
/** Where the content of a bill ends: its place is asked for when it is parted into pages. */
const endMark = (): Content => ({ text: ' ', id: END, fontSize: 1, lineHeight: 1 });

const watermarkOf = ({ document, words, isPreview }: Scene): Pick<TDocumentDefinitions, 'watermark'> => {
  const text = document.status.kind === 'void' ? words.void : isPreview ? words.preview : null;
  const color = isPreview ? INK : '#b3261e';
  return text === null ? {} : { watermark: { text, color, opacity: isPreview ? 0.07 : 0.18, bold: true } };
};

type Places = Map<string, { readonly pages: readonly number[]; readonly top: number }>;

const definitionOf = (scene: Scene, plan: Plan, places: Places): TDocumentDefinitions => {
  const { kind, box, blocks } = partsOf(scene);
  const { document, page, hasAnnex } = scene;
  const foot = footHeight(scene);
  const boxed = box === null ? foot : foot + box.height + BOX_GAP;
  const margins = (bottom: number): [number, number, number, number] => [SIDE, TOP, SIDE, bottom];
  const [first, rest] = plan.rest === null ? [blocks, []] : [blocks.slice(0, plan.rest), blocks.slice(plan.rest)];
  const slipPage: Content[] = plan.isSlipAlone ? [{ text: ' ', pageBreak: 'before' }] : [];
  const sections = [
    { section: [...headOf(scene), ...contentOf(first, scene), endMark(), ...slipPage], pageMargins: margins(boxed) },
    ...(rest.length === 0 ? [] : [{ section: contentOf(rest, scene), pageMargins: margins(foot) }]),
    ...(hasAnnex && document.entries.length > 0 ? [{ section: annexPages(scene, plan.rest === null), pageMargins: margins(foot) }] : []),
  ];
  return {
    pageSize: page.size,
    pageMargins: margins(foot),
    defaultStyle: { font: FONT, fontSize: BODY, color: INK, lineHeight: 1 },
    language: document.language,
    info: {
      title: `${titleOf(scene)} ${document.number}`,
      author: document.seller.name,
      creationDate: new Date(`${document.issuedOn}T00:00:00Z`),
    },
    ...watermarkOf(scene),
    content: sections,
    footer: (number, pages) => {
      const isBoxed = number === 1 && box !== null;
      const isSlip = kind === 'slip' && number === plan.slipPage;
      const bottom = isBoxed ? boxed : foot;
      // The foot of the page, counted from where the footer begins.
      const line = isSlip ? bottom - SLIP_HEIGHT - SLIP_NOTICE - SMALL * LINE : bottom - foot + BOX_GAP;
      return {
        stack: [
          ...(isBoxed ? box.draw(0) : []),
          ...(isSlip ? slipOf(scene, bottom - SLIP_HEIGHT) : []),
          footLine(scene, line, number, pages),
        ],
      };
    },
    pageBreakBefore: ({ id, pageNumbers, startPosition }) => {
      if (id !== undefined) {
        places.set(id, { pages: pageNumbers, top: startPosition.top });
      }
      return false;
    },
  };
};

/** The plan that the first drawing shows to be right. */
const planOf = (scene: Scene, places: Places): Plan => {
  const { kind, blocks } = partsOf(scene);
  const end = places.get(END);
  if (kind === 'slip') {
    const limit = scene.page.height - SLIP_HEIGHT - SLIP_NOTICE - SMALL * LINE - BOX_GAP / 2;
    const [last = 1, top = 0] = [end?.pages.at(-1), end?.top];
    const isSlipAlone = top > limit;
    return { rest: null, slipPage: isSlipAlone ? last + 1 : last, isSlipAlone };
  }
  if (kind === 'none' || (end?.pages.at(-1) ?? 1) === 1) {
    return ONE_PAGE;
  }
  const over = blocks.findIndex(({ id }) => (places.get(id)?.pages.at(-1) ?? 1) > 1);
  // A sum does not go to a page of its own: the last line goes with it.
  const [first, before] = [blocks[over], blocks[over - 1]];
  const isFirstSum = over > 1 && first !== undefined && 'content' in first && before !== undefined && 'row' in before;
  return { ...ONE_PAGE, rest: Math.max(1, isFirstSum ? over - 1 : over) };
};

const isSame = (one: Plan, other: Plan): boolean =>
  one.rest === other.rest && one.slipPage === other.slipPage && one.isSlipAlone === other.isSlipAlone;

/**
 * The bill as a PDF, A4 or US letter. The same bill makes the same bytes. It takes seconds for many entries: see `pdf-job.ts`. Most bills
 * are right as first drawn; one whose foot or lines need another page is drawn again.
 */
export const drawPdf = async (document: BillingDocument, options: PdfOptions): Promise<Buffer> => {
  const scene = sceneOf(document, options);
  const places: Places = new Map();
  const { eInvoice } = options;
  const finish = (paper: TDocumentDefinitions) => (eInvoice === undefined ? bytesOf(paper) : bytesWithEInvoice(paper, eInvoice));
  const drawn = await finish(definitionOf(scene, ONE_PAGE, places));
  const plan = planOf(scene, places);
  return isSame(plan, ONE_PAGE) ? drawn : finish(definitionOf(scene, plan, new Map()));
};
