import type { RefObject } from 'react';
import { DeskSearch } from '#client/components/desk/desk-search.tsx';
import { FilterChips } from '#client/components/desk/filter-chips.tsx';
import { formatDay } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { CheckIcon, ChevronIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { BILL_SORTS, billConditionCount, type BillFilter, type BillOrder } from './bill-rows.ts';
import { SORT_WORDS, WAY_WORDS } from './bill-words.ts';

interface BillToolsProps {
  readonly filter: BillFilter;
  readonly order: BillOrder;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onFilter: (filter: BillFilter) => void;
  readonly onOrder: (order: BillOrder) => void;
  readonly onMore: () => void;
}

/** Search, filters and order of the bills to come; all of it is in the address. */
export const BillTools = ({ filter, order, search, onFilter, onOrder, onMore }: BillToolsProps) => {
  const { by, isChecked, way } = filter;
  const chips: readonly (readonly [words: string, without: Partial<BillFilter>])[] = [
    ...(by === null ? [] : [[t('Completed by {day}', { day: formatDay(by) }), { by: null }] as const]),
    ...(isChecked ? [[t('Checked'), { isChecked: false }] as const] : []),
    ...(way === null ? [] : [[t(WAY_WORDS[way]), { way: null }] as const]),
  ];
  return (
    <div className="desk-tools bill-tools">
      <DeskSearch words={t('Find a customer or job')} value={filter.q} input={search} onChange={(q) => onFilter({ ...filter, q })} />
      <div className="desk-conditions">
        <FilterChips
          chips={chips.map(([words, without]) => ({ key: words, words, without }))}
          count={billConditionCount(filter)}
          words={t('Filter')}
          onRemove={(without) => onFilter({ ...filter, ...without })}
          onMore={onMore}
        />
        <div className="desk-orders">
          <Menu
            buttonClassName="desk-chip"
            items={BILL_SORTS.map((sort) => ({
              label: t(SORT_WORDS[sort]),
              isChecked: sort === order.sort,
              ...(sort === order.sort ? { icon: CheckIcon } : {}),
              onSelect: () => onOrder({ sort, isDescending: sort === order.sort && !order.isDescending }),
            }))}
          >
            <span>
              {t('Sort')}: <b>{t(SORT_WORDS[order.sort])}</b>
            </span>
            <ChevronIcon aria-hidden="true" />
          </Menu>
        </div>
      </div>
    </div>
  );
};
