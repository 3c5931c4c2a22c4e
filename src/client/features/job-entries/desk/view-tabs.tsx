import { Link } from 'wouter';
import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { tabClass } from '#client/ui/tab-class.ts';
import { Menu } from '#client/ui/menu.tsx';
import { iconButtonClass } from '#client/ui/button.tsx';
import type { MenuItem } from '#client/ui/menu-list.tsx';
import { MoreIcon, PlusIcon } from '#client/ui/icons.tsx';
import type { DeskView } from './desk-views.ts';
import { addressOfView } from './use-desk-address.ts';
import type { ViewCount } from './use-view-counts.ts';

interface ViewTabsProps {
  readonly views: readonly DeskView[];
  readonly current: DeskView | undefined;
  readonly counts: ReadonlyMap<string, ViewCount>;
  /** What can be done with the current view. */
  readonly items: readonly MenuItem[];
  /** Undefined: what is shown is a view. */
  readonly onSave: (() => void) | undefined;
}

/** The views of the desk with how many entries each has; the current one first of all knows its own. */
export const ViewTabs = ({ views, current, counts, items, onSave }: ViewTabsProps) => (
  <div className="desk-tabs">
    <nav aria-label={t('Views')}>
      {views.map((view) => {
        const known = counts.get(view.key);
        const isCurrent = view.key === current?.key;
        return (
          <Link key={view.key} href={addressOfView(view)} aria-current={isCurrent ? 'page' : undefined} className={tabClass(isCurrent)}>
            {view.name}
            {known && (known.count > 0 || !known.isMore) && (
              <span className="desk-count">{`${formatNumber(known.count)}${known.isMore ? '+' : ''}`}</span>
            )}
          </Link>
        );
      })}
    </nav>
    {onSave && (
      <button type="button" className="desk-chip desk-chip-bare" onClick={onSave}>
        <PlusIcon aria-hidden="true" />
        {t('Save view')}
      </button>
    )}
    {items.length > 0 && (
      <Menu label={t('More for this view')} buttonClassName={iconButtonClass} items={items}>
        <MoreIcon className="size-5" aria-hidden="true" />
      </Menu>
    )}
  </div>
);
