import type { EntryView } from '#shared/domain/entry-view.ts';
import type { PlainText } from '#client/lib/texts.ts';
import { type DeskFilter, NO_FILTER, queryOf, USUAL_ORDER } from './desk-filter.ts';

/** A view that the program has: its name is a text. */
interface BuiltIn {
  readonly key: string;
  readonly name: PlainText;
  readonly query: string;
}

const builtIn = (key: string, name: PlainText, filter: Partial<DeskFilter>): BuiltIn => ({
  key,
  name,
  query: queryOf({ ...NO_FILTER, ...filter }, USUAL_ORDER),
});

/** The views that everybody has, in the order of their tabs. */
export const BUILT_IN: readonly BuiltIn[] = [
  builtIn('week', 'Unchecked this week', { when: 'week', checked: false }),
  builtIn('missing', 'Missing something', { missing: true, checked: false, billed: false }),
  builtIn('hints', 'With hints', { hints: true, checked: false, billed: false }),
  builtIn('asked', 'Asked', { asked: true, billed: false }),
  builtIn('unbilled', 'Not billed yet', { billed: false }),
];

/** A tab of the desk. */
export interface DeskView {
  readonly key: string;
  readonly name: string;
  readonly query: string;
  /** Undefined for those that the program has. */
  readonly saved?: EntryView;
}

/** The view that the address shows: the one it names, or else the first that says the same. */
export const currentView = (views: readonly DeskView[], named: string | null, query: string): DeskView | undefined =>
  views.find(({ key }) => key === named) ?? views.find((view) => view.query === query);
