import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces';
import { bytesOf, FONT } from './pdf-bytes.ts';
import { INK, soft } from './pdf-parts.ts';
import { footKindOf, payBox } from './pdf-pay.ts';
import { BODY, LINE, type PaperScene, SIDE, SMALL, TOP, widthOf } from './pdf-scene.ts';
import { SLIP_HEIGHT, SLIP_NOTICE, slipOf } from './pdf-slip.ts';
import { filled } from './words.ts';

/** A part of a paper that stays on one page; `row` is one of its table. A text of it has the id. */
export type Block = { readonly id: string } & ({ readonly row: TableCell[] } | { readonly content: Content });

/** The parts of a paper. Made for each drawing: pdfmake writes into what it draws. */
interface Parts {
  readonly head: readonly Content[];
  readonly blocks: readonly Block[];
  /** The rows as a table, which may be a part of all. */
  readonly table: (rows: readonly TableCell[][]) => Content;
  /** What follows on pages of its own; `isOnPageOne`: whether everything before is on page 1. */
  readonly after: (isOnPageOne: boolean) => readonly Content[];
}

/** A bill, a letter of reminder, a statement of account. */
export interface Paper {
  readonly scene: PaperScene;
  /** Of the file. */
  readonly title: string;
  /** At the foot of each page. */
  readonly label: string;
  readonly watermark?: { readonly text: string; readonly color: string; readonly opacity: number };
  readonly parts: () => Parts;
}

/** Where a paper is parted into pages. */
interface Plan {
  /** The first block that is not on the page of the box; null if all are. */
  readonly rest: number | null;
  /** The page with the payment part, and whether that has a page of its own. */
  readonly slipPage: number;
  readonly isSlipAlone: boolean;
}

/** What fits on one page, as most papers do. */
const ONE_PAGE: Plan = { rest: null, slipPage: 1, isSlipAlone: false };

const FOOT_BOTTOM = 25;
const BOX_GAP = 16;

const footerLines = ({ document }: PaperScene): string[] => (document.seller.footer ?? '').split('\n').filter((line) => line.trim() !== '');

/** The space at the foot of each page: the organization's lines and the page's number. */
const footHeight = (scene: PaperScene): number => FOOT_BOTTOM + BOX_GAP + Math.max(1, footerLines(scene).length) * SMALL * LINE;

const footLine = ({ scene, label }: Paper, top: number, page: number, pages: number): Content => {
  const number = filled(scene.words.page, { number: label, page: String(page), pages: String(pages) });
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

/** The rows as a table, and what follows it. */
const contentOf = (blocks: readonly Block[], { table }: Parts): Content[] => {
  const rows = blocks.flatMap((block) => ('row' in block ? [block.row] : []));
  const others = blocks.flatMap((block) => ('content' in block ? [block.content] : []));
  return [...(rows.length === 0 ? [] : [table(rows)]), ...others];
};

const END = 'end';
/** Where the content of a paper ends: its place is asked for when it is parted into pages. */
const endMark = (): Content => ({ text: ' ', id: END, fontSize: 1, lineHeight: 1 });

type Places = Map<string, { readonly pages: readonly number[]; readonly top: number }>;

const definitionOf = (paper: Paper, plan: Plan, places: Places): TDocumentDefinitions => {
  const { scene, title, watermark } = paper;
  const { document, page } = scene;
  const parts = paper.parts();
  const { head, blocks } = parts;
  const kind = footKindOf(scene);
  const box = kind === 'box' ? payBox(scene) : null;
  const after = parts.after(plan.rest === null);
  const foot = footHeight(scene);
  const boxed = box === null ? foot : foot + box.height + BOX_GAP;
  const margins = (bottom: number): [number, number, number, number] => [SIDE, TOP, SIDE, bottom];
  const [first, rest] = plan.rest === null ? [blocks, []] : [blocks.slice(0, plan.rest), blocks.slice(plan.rest)];
  const slipPage: Content[] = plan.isSlipAlone ? [{ text: ' ', pageBreak: 'before' }] : [];
  const sections = [
    { section: [...head, ...contentOf(first, parts), endMark(), ...slipPage], pageMargins: margins(boxed) },
    ...(rest.length === 0 ? [] : [{ section: contentOf(rest, parts), pageMargins: margins(foot) }]),
    ...(after.length === 0 ? [] : [{ section: [...after], pageMargins: margins(foot) }]),
  ];
  return {
    pageSize: page.size,
    pageMargins: margins(foot),
    defaultStyle: { font: FONT, fontSize: BODY, color: INK, lineHeight: 1 },
    language: document.language,
    info: { title, author: document.seller.name, creationDate: new Date(`${document.issuedOn}T00:00:00Z`) },
    ...(watermark === undefined ? {} : { watermark: { ...watermark, bold: true } }),
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
          footLine(paper, line, number, pages),
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
const planOf = ({ scene, parts }: Paper, places: Places): Plan => {
  const kind = footKindOf(scene);
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
  const { blocks } = parts();
  const over = blocks.findIndex(({ id }) => (places.get(id)?.pages.at(-1) ?? 1) > 1);
  // A sum does not go to a page of its own: the last line goes with it.
  const [first, before] = [blocks[over], blocks[over - 1]];
  const isFirstSum = over > 1 && first !== undefined && 'content' in first && before !== undefined && 'row' in before;
  return { ...ONE_PAGE, rest: Math.max(1, isFirstSum ? over - 1 : over) };
};

const isSame = (one: Plan, other: Plan): boolean =>
  one.rest === other.rest && one.slipPage === other.slipPage && one.isSlipAlone === other.isSlipAlone;

/**
 * The paper as a PDF, A4 or US letter, by `finish`. The same paper makes the same bytes. Most are right as first drawn; one whose foot or rows
 * need another page is drawn again.
 */
export const drawPaper = async (paper: Paper, finish: (definition: TDocumentDefinitions) => Promise<Buffer> = bytesOf): Promise<Buffer> => {
  const places: Places = new Map();
  const drawn = await finish(definitionOf(paper, ONE_PAGE, places));
  const plan = planOf(paper, places);
  return isSame(plan, ONE_PAGE) ? drawn : finish(definitionOf(paper, plan, new Map()));
};
