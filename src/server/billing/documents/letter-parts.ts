import type { CalendarDate } from '#shared/lib/dates.ts';
import { partiesOf } from '#shared/billing/parties.ts';
import { paymentOfBills } from '#shared/billing/payable.ts';
import type { BillingContent } from '#shared/billing/schemas/billing-record.ts';
import type { UnitSystem } from '#shared/domain/units.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { LETTER_WORDS, type LetterWords } from './letter-words.ts';
import { letterHead, type LetterHead } from './pdf-head.ts';
import { drawPaper, type Paper } from './pdf-paper.ts';
import { type PaperScene, paperSceneOf } from './pdf-scene.ts';

/** Whom a letter is from and to, and how it is written. */
export interface Letter {
  readonly issuer: BillingContent['issuer'];
  readonly customer: BillingContent['customer'];
  readonly payment: BillingContent['payment'];
  /** What the payer of its only bill names. */
  readonly reference?: string;
  readonly language: LanguageId;
  readonly units: UnitSystem;
  readonly currency: string;
  readonly issuedOn: string;
}

/** Of what a letter is drawn. */
export interface LetterScene extends PaperScene {
  readonly said: LetterWords;
}

/** What a letter asks for: nothing is paid for 0. */
interface Asked {
  readonly cents: number;
  readonly by: CalendarDate | null;
  /** The numbers of its bills. */
  readonly labels: readonly string[];
}

/** A letter as a paper like a bill: its head, and at its foot how to pay. */
export const letterSceneOf = (letter: Letter, { cents, by, labels }: Asked, logo: string | undefined): LetterScene => {
  const { language, units, currency, issuedOn, payment, reference } = letter;
  const document = {
    ...partiesOf(letter),
    number: labels.join(', '),
    payment: payment === undefined ? null : paymentOfBills(payment, labels, reference),
    language,
    units,
    currency,
    issuedOn,
    openCents: cents,
    grossCents: cents,
    dueOn: by,
    terms: null,
  };
  return { ...paperSceneOf(document, logo), said: LETTER_WORDS[language] };
};

/** The letter as a PDF. `parts` makes what stands between its head and its foot. */
export const drawLetter = (
  scene: LetterScene,
  words: Omit<LetterHead, 'to'>,
  parts: () => Pick<ReturnType<Paper['parts']>, 'head' | 'blocks' | 'table'>,
): Promise<Buffer> =>
  drawPaper({
    scene,
    title: words.title,
    label: words.title,
    parts: () => {
      const { head, ...others } = parts();
      return { head: [...letterHead(scene, { ...words, to: scene.said.to }), ...head], ...others, after: () => [] };
    },
  });
