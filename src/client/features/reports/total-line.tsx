import { t } from '#client/lib/texts.ts';
import { cx } from '#client/lib/cx.ts';

interface TotalLineProps {
  readonly cells: readonly { readonly key: string; readonly text: string }[];
  /** Whether it stays at the lower edge of the view while a long table is scrolled. */
  readonly isSticky?: boolean;
  /** In smaller type, for many long amounts. */
  readonly isSmall?: boolean;
}

/** The last line of a report's table: the totals. */
export const TotalLine = ({ cells, isSticky = false, isSmall = false }: TotalLineProps) => (
  <tfoot>
    <tr
      className={cx(
        'font-bold [&>td]:h-13 [&>td]:border-t-2 [&>td]:border-ink [&>td]:px-(--gap)',
        isSmall && 'text-sm',
        isSticky && '[&>td]:sticky [&>td]:bottom-0 [&>td]:z-1 [&>td]:bg-surface print:[&>td]:static',
      )}
    >
      <td>{t('Total')}</td>
      {cells.map(({ key, text }) => (
        <td key={key} className="text-right tabular-nums">
          {text}
        </td>
      ))}
    </tr>
  </tfoot>
);
