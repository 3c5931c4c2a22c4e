import { sql } from 'drizzle-orm';
import { orgTable } from '#server/data/org-table.ts';
import { equipment } from '#server/db/tables/index.ts';

export const equipmentData = orgTable(equipment, {
  label: 'Equipment',
  audited: 'equipment',
  subject: (row) => row.name,
  order: [sql`lower(${equipment.name})`, sql`${equipment.id}`],
});
