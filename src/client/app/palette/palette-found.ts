import type { JobEntry } from '#shared/domain/job-entry.ts';
import type { NamedRecord } from '#client/data/all-names.ts';
import { writtenAs } from '#client/data/entry-reader.ts';
import { searchTextOf } from '#client/data/entry-search.ts';
import type { Searched } from '#client/lib/best-matches.ts';
import { foundPiece } from '#client/lib/found-piece.ts';
import { t } from '#client/lib/texts.ts';
import { type Icon, SearchIcon } from '#client/ui/icons.tsx';

/** Something that the palette navigates to or does. */
export interface PaletteItem extends Searched {
  readonly key: string;
  readonly detail: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
  /** How many were found, which may be more than are shown; undefined while nothing is typed. */
  readonly count?: number;
}

/** Items of each group that are shown. */
export const MOST = 6;

/** What was found of a kind; if there is more than is shown, with the way to the list of all of it, if there is one. */
export const foundGroup = (title: string, items: readonly PaletteItem[], count: number, showAll?: () => void): PaletteGroup[] => {
  if (count === 0) {
    return [];
  }
  const words = t('Show all {count}', { count });
  const all =
    showAll && count > items.length ? [{ key: `all ${title}`, title: words, detail: '', text: '', icon: SearchIcon, run: showAll }] : [];
  return [{ title, count, items: [...items, ...all] }];
};

/** The address of a list with its search filled in. */
export const searchAddress = (list: string, typed: string): string => {
  const [path = '', query] = list.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('q', typed.trim());
  return `${path}?${parameters.toString()}`;
};

/** What distinguishes a record from others of its name, after what was found of it and is not in view otherwise. */
export const recordDetail = ({ title, detail, more }: Pick<NamedRecord, 'title' | 'detail' | 'more'>, words: readonly string[]): string => {
  const shown = `${title} ${detail}`.toLowerCase();
  const hidden = words.filter((word) => !shown.includes(word));
  const found = more.flatMap((text) => foundPiece(text, hidden) ?? []);
  return [...new Set(found), detail].filter(Boolean).join(' · ');
};

type FoundEntry = Parameters<typeof searchTextOf>[0] & Pick<JobEntry, 'notes' | 'customFieldValues' | 'implementName'>;

/** The piece of an entry in which was found what its names do not hold, a field's with its name; otherwise what it was for. */
export const entryDetail = (entry: FoundEntry, words: readonly string[]): string => {
  const names = searchTextOf(entry);
  const hidden = words.filter((word) => !names.includes(word));
  const pieces = [
    foundPiece(entry.notes ?? '', hidden),
    ...Object.entries(entry.customFieldValues).map(([name, value]) => {
      const piece = foundPiece(writtenAs(value), hidden);
      return piece === undefined ? undefined : `${name}: ${piece}`;
    }),
    foundPiece(entry.implementName ?? '', hidden),
  ];
  return pieces.find((piece) => piece !== undefined) ?? `${entry.jobName}, ${entry.customerName}`;
};
