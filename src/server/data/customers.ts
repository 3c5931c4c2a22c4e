import { sql } from 'drizzle-orm';
import { orgTable } from '#server/data/org-table.ts';
import { customers } from '#server/db/tables/index.ts';

export const customerData = orgTable(customers, {
  label: 'Customer',
  audited: 'customer',
  subject: (row) => row.businessName,
  order: [sql`lower(${customers.businessName})`, sql`${customers.id}`],
});
