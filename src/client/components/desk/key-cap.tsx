import { t } from '#client/lib/texts.ts';

/** What is printed on the keys of a desk, in the language of the keyboard. */
const CAPS = {
  next: () => 'J',
  previous: () => 'K',
  select: () => 'X',
  range: () => t('Shift X'),
  all: () => 'A',
  check: () => 'C',
  checkSelected: () => t('Shift C'),
  edit: () => 'E',
  right: () => 'H',
  move: () => 'M',
  ask: () => 'Q',
  sendBack: () => 'B',
  change: () => 'R',
  issue: () => 'I',
  pay: () => 'P',
  panel: () => t('Enter'),
  open: () => 'O',
  search: () => '/',
  filter: () => 'F',
  undo: () => 'Z',
  aside: () => 'I',
  menu: () => '[',
  back: () => t('Esc'),
  help: () => '?',
  down: () => '↓',
  up: () => '↑',
  pageDown: () => t('Page ↓'),
  pageUp: () => t('Page ↑'),
} as const;
export type KeyName = keyof typeof CAPS;

/** A key, as it looks. Beside a button it is hidden from screen readers, which read the button. */
export const KeyCap = ({ of, isHidden = false }: { readonly of: KeyName; readonly isHidden?: boolean }) => (
  <kbd aria-hidden={isHidden || undefined}>{CAPS[of]()}</kbd>
);
