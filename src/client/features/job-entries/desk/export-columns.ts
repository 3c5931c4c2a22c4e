import type { ListColumn } from '#client/lib/list-table.ts';
import type { DeskRow } from './desk-rows.ts';

/** Every field of some rows' entries, as the list exports them. */
export const exportColumns =
  (orgId: number) =>
  async (rows: readonly DeskRow[]): Promise<ListColumn<DeskRow>[]> => {
    const { readEntryColumns } = await import('#client/entities/job-entries/export-entries.ts');
    const columns = await readEntryColumns(
      orgId,
      rows.map(({ entry }) => entry),
    );
    return columns.map(({ head, valueOf }) => ({ head, valueOf: ({ entry }) => valueOf(entry) }));
  };
