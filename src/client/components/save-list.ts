import type { Organization } from '#shared/domain/organization.ts';
import { todayOf } from '#client/data/today.ts';
import { csvFile, download } from '#client/lib/download.ts';
import { csvLines, fileNameOf, type ListColumn, listTable } from '#client/lib/list-table.ts';

/** The kinds of files that a list leaves as. */
export type ListFile = 'csv' | 'xlsx';

/** Saves a list as a file that is called after the list, the organization and its day. Needs no network. */
export const saveList = async <Row>(
  kind: ListFile,
  title: string,
  organization: Pick<Organization, 'name' | 'timeZone'>,
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
): Promise<void> => {
  const table = listTable(columns, rows);
  const content = kind === 'csv' ? csvFile(csvLines(table)) : await (await import('#client/lib/xlsx.ts')).xlsxFile(title, table);
  download(content, `${fileNameOf([title, organization.name, todayOf(organization)])}.${kind}`);
};
