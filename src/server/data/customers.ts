import { customer } from '#shared/domain/customer.ts';
import { byName } from '#server/data/list-cursor.ts';
import { ascending, jsonList } from '#server/data/org-list.ts';
import { orgTable } from '#server/data/org-table.ts';
import { customers } from '#server/db/tables/index.ts';

const order = ascending(byName('businessName'));

export const customerData = {
  ...orgTable('customer', customers, { subject: (row) => row.businessName, order }),
  ...jsonList(order, { schema: customer, table: customers }),
};
