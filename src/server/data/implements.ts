import { byName } from '#server/data/list-cursor.ts';
import { orgTable } from '#server/data/org-table.ts';
import { implementsTable } from '#server/db/tables/index.ts';

export const implementData = orgTable('implement', implementsTable, {
  subject: (row) => row.name,
  order: [byName(implementsTable.name, 'name')],
});
