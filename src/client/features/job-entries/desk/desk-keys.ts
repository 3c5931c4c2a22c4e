import type { KeyLines } from '#client/components/desk/key-help.tsx';

/** The keys of the review desk. */
export const DESK_KEYS: KeyLines = [
  [['next', 'down'], 'Next entry'],
  [['previous', 'up'], 'Previous entry'],
  [['pageDown', 'pageUp'], 'A page down or up'],
  [['select'], 'Select the entry, or unselect it'],
  [['range'], 'Select everything from the last selected entry to this one'],
  [['all'], 'Select all that are shown, or none'],
  [['check'], 'Check the entry and go to the next one'],
  [['checkSelected'], 'Check the selected entries'],
  [['edit'], 'Edit the entry in its row'],
  [['right'], 'The hint is right as it is'],
  [['ask'], 'Ask the person who logged it'],
  [['sendBack'], 'Send the entry back'],
  [['move'], 'Move the selected entries to a job'],
  [['change'], 'Change service, machine or operator'],
  [['panel'], 'Open or close the panel'],
  [['open'], 'Open the whole form'],
  [['search'], 'Search'],
  [['filter'], 'Filter'],
  [['undo'], 'Undo the last change'],
  [['menu'], 'Fold or unfold the menu'],
  [['back'], 'Back: the edit, the selection, the panel'],
  [['help'], 'These keys'],
];
