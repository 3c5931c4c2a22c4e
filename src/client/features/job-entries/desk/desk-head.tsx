import { ListExport } from '#client/components/list-export.tsx';
import type { ListColumn } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';
import { iconButtonClass } from '#client/ui/button.tsx';
import { MoreIcon } from '#client/ui/icons.tsx';
import type { MenuItem } from '#client/ui/menu-list.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { LayoutSwitch } from '../layout-switch.tsx';
import type { DeskDialog } from './desk-dialogs.tsx';
import { NO_FILTER, queryOf } from './desk-filter.ts';
import type { DeskRow } from './desk-rows.ts';
import type { DeskView } from './desk-views.ts';
import type { useDeskAddress } from './use-desk-address.ts';
import type { useEntryViews } from './use-entry-views.ts';
import type { ViewCount } from './use-view-counts.ts';
import { ViewTabs } from './view-tabs.tsx';

interface DeskHeadProps {
  readonly view: DeskView | undefined;
  readonly views: ReturnType<typeof useEntryViews>;
  readonly counts: ReadonlyMap<string, ViewCount>;
  readonly address: ReturnType<typeof useDeskAddress>;
  /** What is shown, to be exported; undefined while it is read. */
  readonly rows: readonly DeskRow[] | undefined;
  readonly columns: (rows: readonly DeskRow[]) => Promise<readonly ListColumn<DeskRow>[]>;
  readonly onDialog: (dialog: DeskDialog) => void;
}

/** Title, layout, export and views of the desk. */
export const DeskHead = ({ view, views, counts, address, rows, columns, onDialog }: DeskHeadProps) => {
  const { query, order } = address;
  const saved = view?.saved;
  const isChanged = view?.query !== query;
  const isAll = query === queryOf(NO_FILTER, order);
  const ofView: MenuItem[] =
    saved && views.mayChange(saved)
      ? [
          ...(isChanged ? [{ label: t('Update this view'), onSelect: () => void views.update(saved.id, { query }) }] : []),
          { label: t('Rename or share'), onSelect: () => onDialog({ kind: 'rename', view: saved }) },
          {
            label: t('Delete view'),
            isDanger: true,
            onSelect: () => void views.remove(saved.id).then((isDone) => isDone && address.setView(null)),
          },
        ]
      : [];
  const isFirst = views.first === address.here;
  return (
    <>
      <div className="desk-title">
        <h1>{t('Job Entries')}</h1>
        <LayoutSwitch current="desk" />
        <span className="desk-grow" />
        <span data-export>
          <ListExport title={view?.name ?? t('Job Entries')} rows={rows && (() => rows)} columns={columns} />
        </span>
        <Menu
          label={t('More')}
          buttonClassName={iconButtonClass}
          items={[
            { label: t('Keys'), hint: t('All keys of this screen'), onSelect: () => onDialog({ kind: 'keys' }) },
            {
              label: isFirst ? t('Open Entries with the list') : t('Open Entries with this view'),
              hint: t('On this device'),
              onSelect: () => views.setFirst(isFirst ? null : address.here),
            },
          ]}
        >
          <MoreIcon className="size-5" aria-hidden="true" />
        </Menu>
      </div>
      <ViewTabs
        views={views.views}
        current={view}
        counts={counts}
        items={ofView}
        onSave={isChanged && !isAll ? () => onDialog({ kind: 'save' }) : undefined}
      />
    </>
  );
};
