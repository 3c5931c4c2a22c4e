import type { BillState, BillingEvent } from '#shared/billing/schemas/payment-status.ts';
import type { Tone } from '#client/ui/note.tsx';
import type { PlainText } from '#client/lib/texts.ts';

/** The state of a bill, in a word. */
export const STATE_WORD: Readonly<Record<BillState, { readonly word: PlainText; readonly tone: Tone }>> = {
  open: { word: 'Not paid', tone: 'sky' },
  overdue: { word: 'Overdue', tone: 'poppy' },
  partlyPaid: { word: 'Partly paid', tone: 'straw' },
  paid: { word: 'Paid', tone: 'field' },
  nothingDue: { word: 'Nothing due', tone: 'stone' },
  void: { word: 'Voided', tone: 'poppy' },
  credit: { word: 'Credit note', tone: 'stone' },
  reversal: { word: 'Reversal', tone: 'stone' },
};

/** How a bill was sent to the customer. */
export const WAY_WORD: Readonly<Record<NonNullable<BillingEvent['way']>, PlainText>> = {
  mail: 'Emailed',
  post: 'Mailed (post)',
  hand: 'Delivered',
};
