import { byName } from '#server/data/list-cursor.ts';
import { orgTable } from '#server/data/org-table.ts';
import { customers } from '#server/db/tables/index.ts';

export const customerData = orgTable(customers, {
  label: 'Customer',
  audited: 'customer',
  subject: (row) => row.businessName,
  order: [byName(customers.businessName, 'businessName')],
});
