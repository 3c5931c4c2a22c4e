import { byName } from '#server/data/list-cursor.ts';
import { orgTable } from '#server/data/org-table.ts';
import { customers } from '#server/db/tables/index.ts';

export const customerData = orgTable('customer', customers, {
  subject: (row) => row.businessName,
  order: [byName(customers.businessName, 'businessName')],
});
