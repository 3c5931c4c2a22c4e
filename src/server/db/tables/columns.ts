import { sql } from 'drizzle-orm';
import { customType, integer } from 'drizzle-orm/pg-core';

/** A timestamp, as ISO 8601 text in UTC on our side; PostgreSQL keeps milliseconds. */
export const moment = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Columns of every record that an organization owns; its primary key is `(organization_id, id)` (specification 11.10). */
export const recordColumns = () => ({
  organizationId: integer().notNull(),
  id: integer().notNull().generatedByDefaultAsIdentity(),
  version: integer().notNull().default(1),
  createdBy: integer(),
  createdAt: moment()
    .notNull()
    .default(sql`now()`),
  updatedAt: moment()
    .notNull()
    .default(sql`now()`),
  /** Set: the record is in no list, while history still shows its name (specification 8.16). */
  deletedAt: moment(),
});
