import type { RefObject } from 'react';
import { DeskSearch } from '#client/components/desk/desk-search.tsx';
import { t } from '#client/lib/texts.ts';
import { CloseIcon, FilterIcon } from '#client/ui/icons.tsx';
import { conditionCount, type RecordsFilter } from './record-filter.ts';
import { conditionsOf } from './record-list-words.ts';

interface RecordToolsProps {
  readonly filter: RecordsFilter;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onFilter: (filter: RecordsFilter) => void;
  readonly onMore: () => void;
}

/** Search and filters of all bills; all of it is in the address. */
export const RecordTools = ({ filter, search, onFilter, onMore }: RecordToolsProps) => {
  const count = conditionCount(filter);
  return (
    <div className="desk-tools record-tools">
      <DeskSearch
        words={t('Customer, job, number or amount')}
        value={filter.q}
        input={search}
        onChange={(q) => onFilter({ ...filter, q })}
      />
      <div className="desk-chips">
        {conditionsOf(filter).map(([words, without]) => (
          <button
            key={words}
            type="button"
            className="desk-chip desk-chip-on"
            aria-label={t('Remove filter {name}', { name: words })}
            onClick={() => onFilter({ ...filter, ...without })}
          >
            <span className="desk-text">{words}</span>
            <CloseIcon aria-hidden="true" />
          </button>
        ))}
        <button type="button" className="desk-chip" onClick={onMore}>
          <FilterIcon aria-hidden="true" />
          {t('Filter and sort')}
          {count > 0 && <span className="desk-dot">{count}</span>}
        </button>
      </div>
    </div>
  );
};
