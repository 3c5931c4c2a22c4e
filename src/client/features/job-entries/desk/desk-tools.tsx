import type { RefObject } from 'react';
import { DeskSearch } from '#client/components/desk/desk-search.tsx';
import { type FilterChip, FilterChips } from '#client/components/desk/filter-chips.tsx';
import { useOrganization } from '#client/data/organization-context.tsx';
import { t } from '#client/lib/texts.ts';
import { Menu } from '#client/ui/menu.tsx';
import { CheckIcon, ChevronIcon } from '#client/ui/icons.tsx';
import {
  conditionCount,
  type DaySpan,
  type DeskFilter,
  type DeskOrder,
  GROUPINGS,
  NO_FILTER,
  RECORD_FILTERS,
  type SortKey,
} from './desk-filter.ts';
import type { NumberColumn } from './desk-columns.ts';
import { GROUP_WORDS, PERIOD_WORDS, RECORD_WORDS, sortWords, spanWords } from './desk-words.ts';
import { useFilterChoices } from './use-filter-choices.ts';

type ChipItem = FilterChip<Partial<DeskFilter>>;

/** What narrows the list now, each in a word with a way to take it off. */
const useChips = (filter: DeskFilter, span: DaySpan): ChipItem[] => {
  const choices = useFilterChoices();
  const flags = [
    ['missing', t('Missing something')],
    ['hints', t('With hints')],
    ['asked', t('With a question')],
    ['notes', t('With a note')],
    ['photos', t('With photos')],
  ] as const;
  return [
    ...(filter.when !== null || filter.from !== null || filter.to !== null
      ? [
          {
            key: 'when',
            words: filter.when !== null && filter.from === null && filter.to === null ? t(PERIOD_WORDS[filter.when]) : spanWords(span),
            without: { when: null, from: null, to: null },
          },
        ]
      : []),
    ...(filter.checked === null
      ? []
      : [{ key: 'checked', words: filter.checked ? t('Checked') : t('Not checked'), without: { checked: null } }]),
    ...(filter.billed === null ? [] : [{ key: 'billed', words: filter.billed ? t('Billed') : t('Not billed'), without: { billed: null } }]),
    ...flags.flatMap(([key, words]) => (filter[key] ? [{ key, words, without: { [key]: false } }] : [])),
    ...RECORD_FILTERS.flatMap((name) => {
      const chosen = filter[name];
      return chosen === null
        ? []
        : [
            {
              key: name,
              words: choices[name].find(({ id }) => id === chosen)?.name ?? t(RECORD_WORDS[name]),
              without: { [name]: null },
            },
          ];
    }),
  ];
};

interface DeskToolsProps {
  readonly filter: DeskFilter;
  readonly order: DeskOrder;
  readonly span: DaySpan;
  readonly numbers: readonly NumberColumn[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onFilter: (filter: DeskFilter) => void;
  readonly onOrder: (order: DeskOrder) => void;
  readonly onMore: () => void;
}

/** Search, filters, grouping and order of the desk; all of it is in the address. */
export const DeskTools = ({ filter, order, span, numbers, search, onFilter, onOrder, onMore }: DeskToolsProps) => {
  const chips = useChips(filter, span);
  const { employeeId } = useOrganization();
  const count = conditionCount(filter);
  const sorts: readonly SortKey[] = [
    'date',
    'operator',
    'service',
    'machine',
    'job',
    ...numbers.map(
      ({ key }) => ({ totalHours: 'hours', fuel: 'fuel', loads: 'loads' } as Record<string, SortKey>)[key] ?? (key as SortKey),
    ),
  ];
  return (
    <div className="desk-tools">
      <DeskSearch words={t('Search entries')} value={filter.q} input={search} onChange={(q) => onFilter({ ...filter, q })} />
      <div className="desk-conditions">
        <FilterChips
          chips={chips}
          count={count}
          words={t('Filter')}
          onRemove={(without) => onFilter({ ...filter, ...without })}
          onMore={onMore}
        >
          {filter.operator === null && (
            <button type="button" className="desk-chip" onClick={() => onFilter({ ...filter, operator: employeeId })}>
              {t('Mine')}
            </button>
          )}
          {count > 1 && (
            <button type="button" className="desk-chip desk-chip-bare" onClick={() => onFilter({ ...NO_FILTER, q: filter.q })}>
              {t('Clear filters')}
            </button>
          )}
        </FilterChips>
        <div className="desk-orders">
          <Menu
            buttonClassName="desk-chip"
            items={GROUPINGS.map((group) => ({
              label: t(GROUP_WORDS[group]),
              isChecked: group === order.group,
              ...(group === order.group ? { icon: CheckIcon } : {}),
              onSelect: () => onOrder({ ...order, group }),
            }))}
          >
            <span>
              {t('Group')}: <b>{t(GROUP_WORDS[order.group])}</b>
            </span>
            <ChevronIcon aria-hidden="true" />
          </Menu>
          <Menu
            buttonClassName="desk-chip"
            items={sorts.map((sort) => ({
              label: sortWords(sort),
              isChecked: sort === order.sort,
              ...(sort === order.sort
                ? { icon: CheckIcon, hint: order.isDescending ? t('Largest or newest first') : t('Smallest or oldest first') }
                : {}),
              onSelect: () => onOrder({ ...order, sort, isDescending: sort === order.sort && !order.isDescending }),
            }))}
          >
            <span>
              {t('Sort')}: <b>{sortWords(order.sort)}</b>
            </span>
            <ChevronIcon aria-hidden="true" />
          </Menu>
        </div>
      </div>
    </div>
  );
};
