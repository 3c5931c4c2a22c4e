import { useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#client/lib/cx.ts';
import { holdsText } from '#client/lib/holds-text.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { CheckIcon, SearchIcon } from '#client/ui/icons.tsx';
import { SearchBox } from '#client/ui/search-input.tsx';

interface Choice<Id> {
  readonly id: Id;
  readonly name: string;
}

/** Nobody reads more than this; another letter finds it. */
const MOST_SHOWN = 60;

interface GroupProps<Id> {
  readonly title: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: readonly Id[];
  readonly onPress: (id: Id) => void;
}

const Group = <Id extends string | number>({ title, choices, value, onPress }: GroupProps<Id>) => (
  <section aria-label={title}>
    <h3 className="px-1 pt-3 pb-1 text-sm font-[620] text-ink2">{title}</h3>
    <ul>
      {choices.map(({ id, name }) => (
        <li key={id} className="border-b border-line">
          <button
            type="button"
            aria-pressed={value.includes(id)}
            onClick={() => onPress(id)}
            className={cx(
              'flex min-h-(--ctl) w-full items-center gap-2.5 px-1 text-left wrap-anywhere',
              value.includes(id) ? 'font-[660]' : 'font-medium',
            )}
          >
            <span className="flex-1">{name}</span>
            {value.includes(id) && <CheckIcon className="size-5 shrink-0 stroke-3 text-act" aria-hidden="true" />}
          </button>
        </li>
      ))}
    </ul>
  </section>
);

interface ChoiceSearchProps<Id> {
  /** What is chosen, such as 'Choose a customer'. */
  readonly title: string;
  readonly choices: readonly Choice<Id>[];
  /** The recently used ones. */
  readonly quick: readonly Choice<Id>[];
  readonly value: readonly Id[];
  readonly onPick: (id: Id) => void;
  readonly onClose: () => void;
}

/** All of many choices in a list of its own, with recently used ones first and a search; Enter takes the first. */
export const ChoiceSearch = <Id extends string | number>(props: ChoiceSearchProps<Id>) => {
  const { title, choices, quick, value, onPick, onClose } = props;
  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  const found = isSearching ? choices.filter(({ name }) => holdsText([name], search)) : choices;
  const first = isSearching ? found[0] : undefined;
  // Outside the dialog that it belongs to: forms cannot be nested.
  return createPortal(
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => first && onPick(first.id)}
      footer={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      <div className="px-4 pt-4 pb-6 md:px-7">
        <SearchBox placeholder={t('Search...')} value={search} onChange={setSearch} />
        {!isSearching && quick.length > 0 && <Group title={t('Recently used')} choices={quick} value={value} onPress={onPick} />}
        {found.length > 0 && (
          <Group title={isSearching ? t('Found') : t('All')} choices={found.slice(0, MOST_SHOWN)} value={value} onPress={onPick} />
        )}
        <p role="status" className="px-1 pt-3 text-sm text-ink2">
          {found.length === 0
            ? t('Nothing matches your search.')
            : found.length > MOST_SHOWN && t('{count} more: use search.', { count: found.length - MOST_SHOWN })}
        </p>
      </div>
    </Dialog>,
    document.body,
  );
};

interface SearchKeyProps {
  /** What is chosen, in words, where there is nothing beside the key. */
  readonly title?: string;
  readonly onPress: () => void;
}

/** Opens the list of all; comes before the chips. */
export const SearchKey = ({ title, onPress }: SearchKeyProps) => (
  <button
    type="button"
    {...(title === undefined ? { 'aria-label': t('Search all'), title: t('Search all') } : {})}
    onClick={onPress}
    className="flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-ctl border-[1.5px] border-edge bg-surface px-3 pointer-coarse:min-h-12 pointer-coarse:min-w-12"
  >
    <SearchIcon className="size-5" aria-hidden="true" />
    {title}
  </button>
);
