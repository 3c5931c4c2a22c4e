import type { CanvasLine, Content } from 'pdfmake/interfaces';
import { formatReference, isCreditorReference, isQrReference } from '#shared/billing/payment-references.ts';
import { plainAmount } from '#shared/billing/net-lines.ts';
import { type SwissBill, swissBillOf, type SwissParty, swissPayload } from '#shared/billing/swiss-bill.ts';
import { formatIban } from '#shared/domain/iban.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { codeDrawing } from './pdf-code.ts';
import { OTHER_FONT } from './pdf-fonts.ts';
import { MM, type PaperScene } from './pdf-scene.ts';

const EN = {
  receipt: 'Receipt',
  part: 'Payment part',
  account: 'Account / Payable to',
  reference: 'Reference',
  information: 'Additional information',
  by: 'Payable by',
  byName: 'Payable by (name/address)',
  currency: 'Currency',
  amount: 'Amount',
  point: 'Acceptance point',
  separate: 'Separate before paying in',
};
type SlipWords = Readonly<typeof EN>;

const DE: SlipWords = {
  receipt: 'Empfangsschein',
  part: 'Zahlteil',
  account: 'Konto / Zahlbar an',
  reference: 'Referenz',
  information: 'Zusätzliche Informationen',
  by: 'Zahlbar durch',
  byName: 'Zahlbar durch (Name/Adresse)',
  currency: 'Währung',
  amount: 'Betrag',
  point: 'Annahmestelle',
  separate: 'Vor der Einzahlung abzutrennen',
};

/** The words of the style guide, which knows German, French, Italian and English. */
const WORDS: Readonly<Record<LanguageId, SlipWords>> = { en: EN, de: DE, es: EN };

/** The height of the part, and the room for the words above it. */
export const SLIP_HEIGHT = 105 * MM;
export const SLIP_NOTICE = 6 * MM;

/** A line of Arimo is as much higher than its size. */
const ARIMO_LINE = 1.1499;

interface Sizes {
  readonly head: number;
  readonly text: number;
  readonly leading: number;
}
const RECEIPT: Sizes = { head: 6, text: 8, leading: 9 };
const PART: Sizes = { head: 8, text: 10, leading: 11 };

const styled = (text: string, size: number, leading: number, bold = false): Content => ({
  text,
  font: OTHER_FONT,
  fontSize: size,
  bold,
  lineHeight: leading / (size * ARIMO_LINE),
  color: '#000000',
});

const block = (title: string, lines: readonly string[], { head, text, leading }: Sizes): Content[] => [
  styled(title, head, leading, true),
  ...lines.map((line) => styled(line, text, leading)),
  styled(' ', text, leading),
];

const addressOf = ({ name, street, houseNumber, postalCode, town }: SwissParty): string[] =>
  [name, `${street} ${houseNumber}`.trim(), `${postalCode} ${town}`].filter((line) => line !== '');

const amountOf = (cents: number): string => plainAmount(cents).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ' ');

const line = (x1: number, y1: number, x2: number, y2: number, isDotted = false): CanvasLine => ({
  type: 'line',
  x1: x1 * MM,
  y1: y1 * MM,
  x2: x2 * MM,
  y2: y2 * MM,
  lineWidth: 0.75,
  ...(isDotted ? { dash: { length: 1, space: 1 } } : {}),
});

/** A field to write in: its four corners, three millimetres each. */
const corners = (x: number, y: number, width: number, height: number): CanvasLine[] =>
  [
    [x, y, 1, 1] as const,
    [x + width, y, -1, 1] as const,
    [x, y + height, 1, -1] as const,
    [x + width, y + height, -1, -1] as const,
  ].flatMap(([cornerX, cornerY, toX, toY]) => [
    line(cornerX, cornerY, cornerX + 3 * toX, cornerY),
    line(cornerX, cornerY, cornerX, cornerY + 3 * toY),
  ]);

const SCISSORS =
  '<g fill="none" stroke="#000000" stroke-width="1.6"><circle cx="5" cy="4" r="3"/><circle cx="5" cy="12" r="3"/><path d="M7.6 5.6L23 13M7.6 10.4L23 3"/></g>';
const ACROSS = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 16">${SCISSORS}</svg>`;
const DOWN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 24"><g transform="matrix(0 1 -1 0 16 0)">${SCISSORS}</g></svg>`;

/** Account, reference, information and payer, as one column has them. */
const information = (bill: SwissBill, words: SlipWords, sizes: Sizes, hasMessage: boolean): Content[] => {
  const isKnown = isQrReference(bill.reference) || isCreditorReference(bill.reference);
  return [
    ...block(words.account, [formatIban(bill.iban), ...addressOf(bill.creditor)], sizes),
    ...(isKnown ? block(words.reference, [formatReference(bill.reference)], sizes) : []),
    ...(hasMessage ? block(words.information, [bill.message], sizes) : []),
    ...(bill.debtor === null ? [styled(words.byName, sizes.head, sizes.leading, true)] : block(words.by, addressOf(bill.debtor), sizes)),
  ];
};

/**
 * Receipt and payment part of a Swiss QR-bill, 210 × 105 mm, as the style guide has them. `top` is where they begin, counted from where the
 * footer of the page does.
 */
export const slipOf = ({ document, words: said, isPreview }: PaperScene, top: number): Content[] => {
  const bill = swissBillOf(document);
  if (bill === null) {
    return [];
  }
  const words = WORDS[document.language];
  const at = (x: number, y: number, width: number, stack: Content[]): Content => ({
    absolutePosition: { x: x * MM, y: top + y * MM },
    columns: [{ width: width * MM, stack }],
  });
  const drawn = (...canvas: CanvasLine[]): Content => ({ absolutePosition: { x: 0, y: top }, canvas });
  const svg = (drawing: string, x: number, y: number, width: number): Content => ({
    svg: drawing,
    width: width * MM,
    absolutePosition: { x: x * MM, y: top + y * MM },
  });
  const money = (x: number, gap: number, sizes: Sizes): Content[] => [
    at(x, 68, gap, [styled(words.currency, sizes.head, sizes.leading, true), styled(bill.currency, sizes.text, sizes.leading)]),
    at(x + gap, 68, 40, [styled(words.amount, sizes.head, sizes.leading, true), styled(amountOf(bill.cents), sizes.text, sizes.leading)]),
  ];
  const [receipt, part] = [information(bill, words, RECEIPT, false), information(bill, words, PART, true)];
  const below = (start: number, stack: Content[], { leading }: Sizes): number => start + (stack.length * leading) / MM + 0.7;
  const fields =
    bill.debtor === null ? [drawn(...corners(5, below(12, receipt, RECEIPT), 52, 20), ...corners(118, below(5, part, PART), 65, 25))] : [];
  return [
    at(0, -5, 210, [{ ...Object(styled(words.separate, 8, 9)), alignment: 'center' }]),
    drawn(line(0, 0, 210, 0, true), line(62, 0, 62, 105, true)),
    svg(ACROSS, 105, -1.5, 4.5),
    svg(DOWN, 60.5, 10, 3),
    at(5, 5, 52, [styled(words.receipt, 11, 12, true)]),
    at(5, 12, 52, receipt),
    ...money(5, 12, RECEIPT),
    at(5, 82, 52, [{ ...Object(styled(words.point, 6, 9, true)), alignment: 'right' }]),
    at(67, 5, 51, [styled(words.part, 11, 12, true)]),
    svg(codeDrawing(isPreview ? said.preview : swissPayload(bill), 'swiss'), 67, 17, 46),
    ...money(67, 22, PART),
    at(118, 5, 87, part),
    ...fields,
  ];
};
