import { cx } from '#client/lib/cx.ts';
import { AscendingIcon, DescendingIcon } from '#client/ui/icons.tsx';

interface SortHeadProps<K> {
  readonly sort: K;
  readonly order: { readonly sort: K; readonly isDescending: boolean };
  readonly isNumber?: boolean;
  readonly children: string;
  readonly onSort: (key: K) => void;
}

/** The head of a column that the table is sorted by when it is pressed; pressed again, the other way round. */
export const SortHead = <K extends string>({ sort, order, isNumber = false, children, onSort }: SortHeadProps<K>) => {
  const isSorted = order.sort === sort;
  const Arrow = order.isDescending ? DescendingIcon : AscendingIcon;
  return (
    <th
      scope="col"
      className={cx(isNumber && 'desk-n')}
      {...(isSorted ? { 'aria-sort': order.isDescending ? 'descending' : 'ascending' } : {})}
    >
      <button type="button" tabIndex={-1} className="desk-head" onClick={() => onSort(sort)}>
        <span className="desk-text">{children}</span>
        {isSorted && <Arrow aria-hidden="true" />}
      </button>
    </th>
  );
};
