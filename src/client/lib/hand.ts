import type { PlainText } from '#client/lib/texts.ts';

/** The hands that a phone is held with; `public/theme.js` reads the same values before the first paint, and styles go by `left-hand:`. */
export const HANDS = [
  { id: 'right', name: 'Right' },
  { id: 'left', name: 'Left' },
] as const satisfies readonly { readonly id: string; readonly name: PlainText }[];
export type Hand = (typeof HANDS)[number]['id'];

const STORAGE_KEY = 'hand';

/** The hand that this device keeps. */
export const keptHand = (): Hand => (localStorage.getItem(STORAGE_KEY) === 'left' ? 'left' : 'right');

/** Keeps the hand on this device, and goes by it at once. */
export const keepHand = (hand: Hand): void => {
  localStorage.setItem(STORAGE_KEY, hand);
  document.documentElement.dataset['hand'] = hand;
};
