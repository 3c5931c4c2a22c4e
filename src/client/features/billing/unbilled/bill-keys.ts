import type { KeyLines } from '#client/components/desk/key-help.tsx';

/** The keys of the bills to come. */
export const BILL_KEYS: KeyLines = [
  [['next', 'down'], 'Next row'],
  [['previous', 'up'], 'Previous row'],
  [['select'], 'Select the bill, or unselect it'],
  [['range'], 'Select everything from the last selected bill to this one'],
  [['all'], 'Select all that are ready, or none'],
  [['issue'], 'Issue and send the selected bills'],
  [['panel'], 'Open or close the panel'],
  [['search'], 'Search'],
  [['filter'], 'Filter'],
  [['menu'], 'Fold or unfold the menu'],
  [['back'], 'Back: the selection, the panel'],
  [['help'], 'These keys'],
];
