import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useBillSearch } from '#client/app/palette/palette-bills.ts';
import { useEntrySearch } from '#client/app/palette/palette-entries.ts';
import type { PaletteGroup, PaletteItem } from '#client/app/palette/palette-found.ts';
import { usePaletteSearch } from '#client/app/palette/palette-items.ts';
import { type NamedRecord, readAllNames } from '#client/data/all-names.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { cx } from '#client/lib/cx.ts';
import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { IconButton } from '#client/ui/button.tsx';
import { CloseIcon, SearchIcon } from '#client/ui/icons.tsx';
import { useModal } from '#client/ui/modal-stack.ts';

/** The names on this device, read once for as long as the palette is open; until then only actions and screens. */
const useNames = (): readonly NamedRecord[] => {
  const { id: orgId } = useOrganization();
  const [names, setNames] = useState<readonly NamedRecord[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    readAllNames(orgId, signal).then(
      (all) => (signal.aborted ? undefined : setNames(all)),
      (error: unknown) => (signal.aborted ? undefined : setFailure(error)),
    );
    return () => leaving.abort();
  }, [orgId]);
  if (failure !== null) {
    throw failure;
  }
  return names;
};

interface OptionProps {
  readonly item: PaletteItem;
  readonly id: string;
  readonly isActive: boolean;
  readonly onPick: () => void;
  readonly onPoint: () => void;
}

const Option = ({ item: { title, detail, icon: IconShape }, id, isActive, onPick, onPoint }: OptionProps) => {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) {
      row.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [isActive]);
  return (
    // The keyboard is in the field above, which names the active one.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- see above
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onPick}
      onPointerMove={isActive ? undefined : onPoint}
      className={cx(
        'flex min-h-12 cursor-pointer items-center gap-3 rounded-ctl px-3 py-1',
        isActive && 'bg-actsoft shadow-[inset_0_0_0_1.5px_var(--act)]',
      )}
    >
      <IconShape className="size-5 shrink-0 text-ink2" aria-hidden="true" />
      <span className="grid min-w-0 flex-1 md:flex md:items-center md:gap-3">
        <span className="min-w-0 truncate font-[560] md:flex-1">{title}</span>
        {detail !== '' && <span className="min-w-0 truncate text-sm text-ink2 md:max-w-1/2 md:shrink-0">{detail}</span>}
      </span>
    </div>
  );
};

interface ResultsProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly activeKey: string | undefined;
  readonly onPick: (item: PaletteItem) => void;
  readonly onPoint: (item: PaletteItem) => void;
}

const Results = memo(({ id, groups, activeKey, onPick, onPoint }: ResultsProps) => (
  <div id={id} role="listbox" aria-label={t('Results')} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2">
    {groups.map(({ title, items, count }) => (
      <div key={title} role="group" aria-label={count === undefined ? title : `${title} ${formatNumber(count)}`}>
        <div className="px-3 pt-3 pb-1 text-sm font-[560] text-ink2" aria-hidden="true">
          {title} {count !== undefined && <span className="font-[400] tabular-nums">{formatNumber(count)}</span>}
        </div>
        {items.map((item) => (
          <Option
            key={item.key}
            id={`${id} ${item.key}`.replaceAll(' ', '-')}
            item={item}
            isActive={item.key === activeKey}
            onPick={() => onPick(item)}
            onPoint={() => onPoint(item)}
          />
        ))}
      </div>
    ))}
  </div>
));
Results.displayName = 'Results';

/** The index that an arrow key leads to from the active one of `count`; undefined for other keys. */
const movedIndex = (key: string, active: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count;
    case 'ArrowUp':
      return (active - 1 + count) % count;
    case 'PageDown':
      return Math.min(active + 8, count - 1);
    case 'PageUp':
      return Math.max(active - 8, 0);
    default:
      return undefined;
  }
};

/** How many were found, or are there while nothing is typed. */
const countOf = (groups: readonly PaletteGroup[]): number => groups.reduce((sum, { items, count }) => sum + (count ?? items.length), 0);

/**
 * Jumps to any customer, job, machine, implement, colleague, service, entry, screen or action (Ctrl K). Searches what is on this device, so
 * it also works offline; bills are on the server.
 */
export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useModal();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<string>();
  // Typing continues while the results of the previous letter are drawn.
  const shown = useDeferredValue(typed);
  const names = useNames();
  const find = usePaletteSearch(names);
  const findEntries = useEntrySearch(typed.trim() !== '');
  const found = useMemo(() => find(shown), [find, shown]);
  const entries = useMemo(() => findEntries(shown), [findEntries, shown]);
  const bills = useBillSearch(shown, names);
  // What comes later comes below: nothing moves away under the pointer, and Enter means what it meant.
  const groups = useMemo(() => [...found, ...entries, ...bills], [found, entries, bills]);
  const items = groups.flatMap((group) => group.items);
  const index = Math.max(
    0,
    items.findIndex(({ key }) => key === picked),
  );
  const active = items[index];

  useEffect(() => dialog.current?.querySelector('input')?.focus(), [dialog]);

  const pick = useCallback(
    (item: PaletteItem) => {
      onClose();
      item.run();
    },
    [onClose],
  );
  const point = useCallback(({ key }: PaletteItem) => setPicked(key), []);
  const handleKey = (event: KeyboardEvent) => {
    const next = items.length === 0 ? undefined : movedIndex(event.key, index, items.length);
    if (next !== undefined) {
      event.preventDefault();
      setPicked(items[next]?.key);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // Enter right after fast typing means what was typed, not the results still on the screen.
      const item = shown === typed ? active : [...find(typed), ...findEntries(typed)][0]?.items[0];
      if (item) {
        pick(item);
      }
    }
  };
  const handlePress = (event: MouseEvent) => event.target === dialog.current && onClose();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the press outside it is for the mouse; the keyboard has Escape
    <dialog
      ref={dialog}
      aria-label={t('Search')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={handlePress}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-surface p-0 shadow-3 md:mx-auto md:mt-[12vh] md:h-[30rem] md:max-h-[76vh] md:max-w-160 md:rounded-sheet"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center gap-1 border-b border-line px-1 py-1 md:gap-2 md:pl-4">
          <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} className="md:order-last" />
          <SearchIcon className="size-5 shrink-0 text-ink2 max-md:hidden" aria-hidden="true" />
          <input
            role="combobox"
            aria-label={t('Search customers, jobs, equipment, people, entries and screens')}
            aria-expanded
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active && `${listId} ${active.key}`.replaceAll(' ', '-')}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={t('Customer, job, machine, person, note, number')}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setPicked(undefined);
            }}
            onKeyDown={handleKey}
            className="min-h-14 min-w-0 flex-1 bg-transparent text-lg outline-none"
          />
        </div>
        <Results id={listId} groups={groups} activeKey={active?.key} onPick={pick} onPoint={point} />
        <p role="status" className={cx('px-5 py-4 text-ink2', items.length > 0 && 'sr-only')}>
          {items.length > 0 ? t('{count} results', { count: countOf(groups) }) : t('Nothing found for ‘{typed}’.', { typed: typed.trim() })}
        </p>
      </div>
    </dialog>
  );
};
