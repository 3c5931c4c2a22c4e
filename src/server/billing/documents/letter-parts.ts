import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import { partiesOf } from '#shared/billing/parties.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { LETTER_WORDS, type LetterWords } from './letter-words.ts';
import { type Written, writtenIn } from './numbers.ts';
import { FONT } from './pdf-bytes.ts';
import { INK, MARGINS, soft } from './pdf-parts.ts';
import { filled } from './words.ts';

/** Whom a letter is from and to, and how it is written. */
export interface Letter {
  readonly issuer: BillingContent['issuer'];
  readonly customer: BillingContent['customer'];
  readonly payment: BillingContent['payment'];
  readonly language: LanguageId;
  readonly units: UnitSystem;
  readonly currency: string;
  readonly issuedOn: string;
}

export interface LetterScene {
  readonly words: LetterWords;
  readonly written: Written;
}

export const sceneOf = ({ language, units, currency }: Letter): LetterScene => ({
  words: LETTER_WORDS[language],
  written: writtenIn(language, units, currency),
});

/** The sender, what it is, and the recipient at the window of an envelope. */
export const letterHead = (letter: Letter, title: string, below: string): Content[] => {
  const { seller, buyer } = partiesOf(letter);
  return [
    {
      columns: [
        {
          stack: [
            { text: seller.name, fontSize: 14, bold: true },
            ...seller.addressLines.map((line) => soft(line)),
            ...[seller.phoneNumber, seller.email].filter((each) => each !== null).map((line) => soft(line)),
          ],
          width: '*',
        },
        { stack: [{ text: title, fontSize: 16, bold: true }, soft(below)], alignment: 'right', width: 230 },
      ],
      columnGap: 10,
    },
    {
      stack: [{ text: buyer.name, bold: true }, ...(buyer.contactName === null ? [] : [buyer.contactName]), ...buyer.addressLines],
      margin: [0, 26, 0, 26],
    },
  ];
};

/** Where to pay to; nothing if the sender told no account. */
export const payTo = ({ payment }: Letter, { words }: LetterScene): Content[] => {
  if (payment === undefined) {
    return [];
  }
  const { holder, account, code, bankName, text } = payment;
  const inFours = account?.replace(/(.{4})(?=.)/g, '$1 ') ?? null;
  const rows = account === null ? [] : [`${words.account}: ${[holder, inFours, code].filter((each) => each !== null).join(', ')}`];
  const lines = [
    ...rows,
    ...(account === null || bankName === null ? [] : [`${words.bank}: ${bankName}`]),
    ...(text === null ? [] : [text]),
  ];
  return lines.length === 0 ? [] : [{ stack: lines.map((line) => ({ text: line })), margin: [0, 6, 0, 0], unbreakable: true }];
};

/** A paper of letters, each from a page of its own on. */
export const paperOf = (
  letters: readonly { readonly letter: Letter; readonly content: Content[] }[],
  title: string,
): TDocumentDefinitions => {
  const [first] = letters;
  if (first === undefined) {
    throw new Error('A paper without a letter.');
  }
  const { letter } = first;
  const { words } = sceneOf(letter);
  return {
    pageSize: letter.units === 'us' ? 'LETTER' : 'A4',
    pageMargins: MARGINS,
    defaultStyle: { font: FONT, fontSize: 9.5, color: INK, lineHeight: 1.2 },
    language: letter.language,
    info: { title, author: letter.issuer.name, creationDate: new Date(`${letter.issuedOn}T00:00:00Z`) },
    content: letters.map(({ content }, index) => ({ stack: content, ...(index === 0 ? {} : { pageBreak: 'before' as const }) })),
    footer: (page, pages) => ({
      columns: [
        soft(letter.issuer.name),
        { ...Object(soft(filled(words.page, { page: String(page), pages: String(pages) }))), alignment: 'right' },
      ],
      margin: [56, 20, 56, 0],
    }),
  };
};
