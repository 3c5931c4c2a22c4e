import type { Audited } from '#shared/domain/audit-log.ts';
import type { Context } from '#server/context.ts';
import { auditLogs } from '#server/db/tables/index.ts';

type Values = Record<string, unknown>;

/** Who acts in which organization; all that writing an audit row needs. */
export type Actor = Pick<Context, 'db' | 'orgId'> & { readonly user: { readonly id: number } | null };

interface Change {
  readonly entityType: Audited;
  readonly entityId: number;
  readonly action: 'create' | 'update' | 'delete';
  readonly subject: string;
  readonly old: Values | null;
  readonly new: Values | null;
}

/** Writes who changed what, in the transaction of the change. */
export const writeAudit = async (actor: Actor, { old, new: fresh, ...change }: Change): Promise<void> => {
  await actor.db.orm
    .insert(auditLogs)
    .values({ ...change, organizationId: actor.orgId, userId: actor.user?.id ?? null, changes: { old, new: fresh } });
};

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

// PostgreSQL keeps the keys of JSON in an order of its own.
const sortKeys = (_key: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))) : value;

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left, sortKeys) === JSON.stringify(right, sortKeys);

/** The part of `values` that differs from the stored row, and what the row held there. */
export const changedValues = (row: Values, values: Values): { old: Values; new: Values } => {
  const keys = Object.keys(values).filter((key) => values[key] !== undefined && !same(row[key], values[key]));
  return {
    old: Object.fromEntries(keys.map((key) => [key, row[key]])),
    new: Object.fromEntries(keys.map((key) => [key, values[key]])),
  };
};
