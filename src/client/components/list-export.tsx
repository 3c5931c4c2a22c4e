import { useState } from 'react';
import { useNotices } from '#client/components/use-notices.ts';
import type { ListFile } from '#client/components/save-list.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { cx } from '#client/lib/cx.ts';
import type { ListColumn } from '#client/lib/list-table.ts';
import { t } from '#client/lib/texts.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { DownloadIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';

interface ListExportProps<Row> {
  /** What the file and its sheet are called. */
  readonly title: string;
  /** All rows of the list in their order, not only those that are drawn; undefined while they are not known. */
  readonly rows: (() => readonly Row[] | Promise<readonly Row[]>) | undefined;
  /** What is on the button, where it is not the whole list. */
  readonly words?: string;
  /** Every field of these rows. */
  readonly columns: (rows: readonly Row[]) => readonly ListColumn<Row>[] | Promise<readonly ListColumn<Row>[]>;
}

/** The menu that saves a list as it is shown, with all fields of its records (specification 12.9). */
export const ListExport = <Row,>({ title, rows, words = t('Export'), columns }: ListExportProps<Row>) => {
  const organization = useOrganization();
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const save = async (kind: ListFile) => {
    setBusy(true);
    try {
      const [{ saveList }, all] = await Promise.all([import('#client/components/save-list.ts'), rows?.() ?? []]);
      await saveList(kind, title, organization, await columns(all), all);
    } catch (error) {
      notices.failure(t('Failed to export'), error);
    } finally {
      setBusy(false);
    }
  };
  const disabledReason = isBusy || !rows ? t('Loading...') : undefined;
  return (
    <Menu
      label={words}
      buttonClassName={buttonClass({ variant: 'ghost', className: cx('max-md:w-(--ctl)', isBusy && 'opacity-60') })}
      items={[
        { label: t('CSV'), disabledReason, onSelect: () => void save('csv') },
        { label: t('Excel (.xlsx)'), disabledReason, onSelect: () => void save('xlsx') },
      ]}
    >
      <DownloadIcon aria-hidden="true" />
      <span className="max-md:hidden">{words}</span>
    </Menu>
  );
};

/** The same among the buttons of a page's head, where all others share the width of a phone. */
export const HeadExport = <Row,>(props: ListExportProps<Row>) => (
  <span className="contents">
    <ListExport {...props} />
  </span>
);
