import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { AUDITED, AUDIT_ACTIONS } from '#shared/domain/audit-log.ts';
import { moment } from '#server/db/tables/columns.ts';
import { organizations } from '#server/db/tables/organizations.ts';

/** Who changed what: a row for every change, written in the transaction of the change and never altered. */
export const auditLogs = pgTable(
  'audit_logs',
  {
    organizationId: integer().notNull(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    entityType: text({ enum: AUDITED }).notNull(),
    entityId: integer().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    subject: text().notNull(),
    changes: jsonb().$type<{ old: Record<string, unknown> | null; new: Record<string, unknown> | null }>().notNull(),
    userId: integer(),
    /** The API key through which the user's program did it; null: the user in person. */
    apiKeyId: integer(),
    /** The import that it is part of; null: none. */
    importId: integer(),
    /** To how many records its transaction did the same, itself among them; 0: another item of the transaction stands for it. */
    alike: integer().notNull().default(1),
    timestamp: moment()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ name: 'audit_logs_pkey', columns: [t.organizationId, t.id] }),
    index('audit_logs_id_index').on(t.id),
    // The activity page's filters, newest first.
    index('audit_logs_entity_type_index').on(t.organizationId, t.entityType, t.id),
    index('audit_logs_action_index').on(t.organizationId, t.action, t.id),
    index('audit_logs_user_index').on(t.organizationId, t.userId, t.id),
    // What people did, an act at a time.
    index('audit_logs_acts_index')
      .on(t.organizationId, t.id)
      .where(sql`alike > 0`),
    index('audit_logs_record_index').on(t.organizationId, t.entityType, t.entityId, t.id),
    foreignKey({ name: 'audit_logs_organization_fkey', columns: [t.organizationId], foreignColumns: [organizations.id] }),
  ],
);
