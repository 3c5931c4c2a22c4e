import type { Content } from 'pdfmake/interfaces';
import type { DocumentPayment } from '#shared/billing/document.ts';
import { payCodeOf } from '#shared/billing/pay-code.ts';
import { formatReference } from '#shared/billing/payment-references.ts';
import { discountFor } from '#shared/billing/receivables.ts';
import { swissBillOf } from '#shared/billing/swiss-bill.ts';
import { formatIban, isIban } from '#shared/domain/iban.ts';
import { codeDrawing } from './pdf-code.ts';
import { BOLD, widthOfText } from './pdf-fit.ts';
import { INK, SOFT, soft } from './pdf-parts.ts';
import { BODY, LINE, MM, type PaperScene, SIDE, SMALL, widthOf } from './pdf-scene.ts';
import { filled } from './words.ts';

/** What stands at the foot: a Swiss payment part, a box with the account, or nothing where nothing is to be paid. */
export type FootKind = 'slip' | 'box' | 'none';

export const footKindOf = ({ document, page }: PaperScene): FootKind => {
  if (document.openCents <= 0) {
    return 'none';
  }
  // A payment part is as wide as A4.
  return page.size === 'A4' && swissBillOf(document) !== null ? 'slip' : 'box';
};

/** What may be paid instead while the discount is on; null if none was agreed, or part of it is paid. */
export const earlyWords = ({ document, words, written }: PaperScene): string | null => {
  const { terms, grossCents, openCents, currency } = document;
  const { discountPercent: percent = null, discountUntil: until = null } = terms ?? {};
  if (percent === null || until === null || openCents !== grossCents) {
    return null;
  }
  const off = discountFor({ grossCents, currency, discountPercent: percent, discountUntil: until }, until);
  const values = { date: written.longDay(until), percent: written.number(percent), amount: written.money(grossCents - off) };
  return off === 0 ? null : filled(words.payEarly, values);
};

const payWords = ({ document: { openCents, dueOn }, words, written }: PaperScene): string => {
  const amount = written.money(openCents);
  return dueOn === null ? filled(words.pay, { amount }) : filled(words.payBy, { amount, date: written.longDay(dueOn) });
};

const codeLabel = ({ seller }: PaperScene['document'], isIbanThere: boolean, words: PaperScene['words']): string => {
  if (isIbanThere) {
    return 'BIC';
  }
  const labels: Readonly<Record<string, string>> = { US: words.routingNumber, CA: words.routingNumber, GB: words.sortCode };
  return labels[seller.country ?? ''] ?? words.bankCode;
};

/** The account, row by row: only what is known. */
const accountRows = ({ document, words }: PaperScene, { holder, account, code, bankName, reference }: DocumentPayment) => {
  if (account === null) {
    return [];
  }
  const hasIban = isIban(account);
  const rows: readonly (readonly [string, string | null])[] = [
    [words.accountName, holder ?? document.seller.name],
    [hasIban ? 'IBAN' : words.account, hasIban ? formatIban(account) : account],
    [codeLabel(document, hasIban, words), code],
    [words.bank, bankName],
    [words.reference, formatReference(reference)],
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]));
};

const PADDING = 14;
const CODE = 36 * MM;
const LABEL = 104;
const ROW = BODY * LINE + 2;
const HEAD_SIZE = 13.5;

/** How many lines a text takes, or one more. */
const linesIn = (text: string, width: number, size: number): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOfText(line, size) / (0.94 * width))), 0);

interface Box {
  readonly height: number;
  readonly draw: (top: number) => Content[];
}

/** The box with everything that is needed to pay, of a height that is known before it is drawn: it is never broken. */
export const payBox = (scene: PaperScene): Box => {
  const { document, words, isPreview } = scene;
  const code = payCodeOf(document);
  const rows = document.payment === null ? [] : accountRows(scene, document.payment);
  const left = code === null ? PADDING : PADDING + CODE + 18;
  const width = widthOf(scene) - left - PADDING;
  const [early, other, scan] = [earlyWords(scene), document.payment?.text ?? null, code === null ? null : words.scan];
  const heights = [
    HEAD_SIZE * LINE * linesIn(payWords(scene), width, HEAD_SIZE * BOLD) + 5,
    early === null ? 0 : BODY * LINE * linesIn(early, width, BODY) + 4,
    rows.reduce((sum, [, value]) => sum + ROW * linesIn(value, width - LABEL, BODY * BOLD), 0),
    ...[scan, other].map((text) => (text === null ? 0 : SMALL * LINE * linesIn(text, width, SMALL) + 5)),
  ];
  const content = heights.reduce((sum, height) => sum + height, 0);
  const height = Math.max(content + 2 * PADDING, code === null ? 0 : CODE + 16);
  const stack: Content[] = [
    { text: payWords(scene), fontSize: HEAD_SIZE, bold: true, margin: [0, 0, 0, 5] },
    ...(early === null ? [] : [{ text: early, margin: [0, 0, 0, 4] as [number, number, number, number] }]),
    ...rows.map(([label, value]): Content => ({
      columns: [
        { text: label, color: SOFT, width: LABEL },
        { text: value, bold: true, width: '*' },
      ],
      margin: [0, 1, 0, 1],
    })),
    ...[scan, other].flatMap((text): Content[] => (text === null ? [] : [{ ...Object(soft(text, SMALL)), margin: [0, 5, 0, 0] }])),
  ];
  const frame = { type: 'rect' as const, x: 0, y: 0, w: widthOf(scene), h: height, r: 7.5, lineWidth: 1.1, lineColor: INK };
  const draw = (top: number): Content[] => [
    { canvas: [frame], absolutePosition: { x: SIDE, y: top } },
    ...(code === null
      ? []
      : [
          {
            svg: codeDrawing(isPreview ? words.preview : code.text, 'epc'),
            width: CODE,
            absolutePosition: { x: SIDE + PADDING - 4, y: top + (height - CODE) / 2 },
          },
        ]),
    { columns: [{ stack, width }], absolutePosition: { x: SIDE + left, y: top + (height - content) / 2 } },
  ];
  return { height, draw };
};
