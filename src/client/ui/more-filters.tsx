import type { ReactNode } from 'react';
import { t } from '#client/lib/texts.ts';
import { ChevronIcon } from '#client/ui/icons.tsx';

interface MoreFiltersProps {
  /** How many of them narrow the list now. */
  readonly count: number;
  readonly children: ReactNode;
}

/** Rarely needed filters, collapsed so that the list comes first. */
export const MoreFilters = ({ count, children }: MoreFiltersProps) => (
  // Initially open if a filter is active, so that nobody overlooks it.
  <details open={count > 0} className="group/filters">
    <summary className="inline-flex min-h-11 list-none items-center gap-1.5 rounded-ctl font-[620] text-act [&::-webkit-details-marker]:hidden">
      <ChevronIcon className="size-5 -rotate-90 group-open/filters:rotate-0" aria-hidden="true" />
      {count === 0 ? t('Filters') : t('Filters ({count})', { count })}
    </summary>
    <div className="mt-2">{children}</div>
  </details>
);
