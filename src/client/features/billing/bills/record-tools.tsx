import type { RefObject } from 'react';
import { DeskSearch } from '#client/components/desk/desk-search.tsx';
import { FilterChips } from '#client/components/desk/filter-chips.tsx';
import { t } from '#client/lib/texts.ts';
import { conditionCount, type RecordsFilter } from './record-filter.ts';
import { conditionsOf } from './record-list-words.ts';

interface RecordToolsProps {
  readonly filter: RecordsFilter;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onFilter: (filter: RecordsFilter) => void;
  readonly onMore: () => void;
}

/** Search and filters of all bills; all of it is in the address. */
export const RecordTools = ({ filter, search, onFilter, onMore }: RecordToolsProps) => (
  <div className="desk-tools record-tools">
    <DeskSearch words={t('Customer, job, number or amount')} value={filter.q} input={search} onChange={(q) => onFilter({ ...filter, q })} />
    <FilterChips
      chips={conditionsOf(filter).map(([words, without]) => ({ key: words, words, without }))}
      count={conditionCount(filter)}
      words={t('Filter and sort')}
      onRemove={(without) => onFilter({ ...filter, ...without })}
      onMore={onMore}
    />
  </div>
);
