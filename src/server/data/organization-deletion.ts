import { invalid, refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import { LIST_NAMES, NOT_EXPORTED, tableNameOf } from '#server/data/archive-tables.ts';
import type { Database } from '#server/db/database.ts';

interface Standing {
  readonly name: string;
  readonly dueAt: string | null;
  readonly isSample: boolean;
}

const lock = async (ctx: Context): Promise<Standing> => {
  const [row] = await ctx.db.query<Standing>({
    text: 'select name, deletion_due_at as "dueAt", is_sample as "isSample" from organizations where id = $1 for no key update',
    values: [ctx.orgId],
  });
  if (!row) {
    throw refusal('not_found', 'organizationNotFound');
  }
  return row;
};

const setDue = async (ctx: Context, { name, dueAt: before }: Standing, dueAt: string | null): Promise<void> => {
  await ctx.db.query({
    text: 'update organizations set deletion_due_at = $2, version = version + 1, updated_at = now() where id = $1',
    values: [ctx.orgId, dueAt],
  });
  ctx.journal.record({
    entityType: 'organization',
    entityId: ctx.orgId,
    action: 'update',
    subject: name,
    old: { deletionDueAt: before },
    new: { deletionDueAt: dueAt },
  });
};

/** From now on only the owner sees the organization; `typed` must be its name. If requested twice, the first date stays. */
export const startDeletion = async (ctx: Context, typed: string, dueAt: string): Promise<void> => {
  const standing = await lock(ctx);
  if (typed.trim() !== standing.name.trim()) {
    throw invalid('name', 'organizationNameMistyped', { name: standing.name });
  }
  if (standing.dueAt === null) {
    await setDue(ctx, standing, dueAt);
  }
};

/** Makes the organization visible to everyone again. */
export const revokeDeletion = async (ctx: Context): Promise<void> => {
  const standing = await lock(ctx);
  if (standing.isSample) {
    throw refusal('conflict', 'sampleNotKept');
  }
  if (standing.dueAt !== null) {
    await setDue(ctx, standing, null);
  }
};

/** In SQL: whether the organization of the membership `m` is to stay; one that is to be deleted is closed to programs' keys. */
export const STAYS = `not exists (select from organizations going where going.id = m.organization_id and going.deletion_due_at is not null)`;

/** In SQL: whether the membership `m` counts for a user in person: an organization that is to be deleted is its owner's alone. */
export const SEES_ORGANIZATION = `(m.access_level = 'owner' or ${STAYS})`;

/** Organizations whose grace period is over. */
export const listDueDeletions = async (db: Database, now: Date): Promise<number[]> => {
  const rows = await db.query<{ id: number }>({
    text: 'select id from organizations where deletion_due_at <= $1 order by id',
    values: [now],
  });
  return rows.map(({ id }) => id);
};

/** Rows that refer to others come before what they refer to. */
const TABLES: readonly string[] = [...Object.keys(NOT_EXPORTED), ...LIST_NAMES.toReversed().map(tableNameOf)];

/** Deletes every row of the organization and notes that its files are left; false if its owner undid the deletion in the meantime. */
export const removeOrganization = (db: Database, organizationId: number, now: Date): Promise<boolean> =>
  db.transaction(async (inside) => {
    const due = await inside.query({
      text: 'select from organizations where id = $1 and deletion_due_at <= $2 for update',
      values: [organizationId, now],
    });
    if (due.length === 0) {
      return false;
    }
    // Billing records are protected against every other deletion.
    await inside.query({ text: `select set_config('headland.deleted_organization', $1, true)`, values: [String(organizationId)] });
    for (const table of TABLES) {
      const column = table === 'organizations' ? 'id' : 'organization_id';
      await inside.query({ text: `delete from ${table} where ${column} = $1`, values: [organizationId] });
    }
    await noteLeftovers(inside, organizationId, now);
    return true;
  }, organizationId);

/** Notes that the store may have files of an organization that no longer exists, or not yet. */
export const noteLeftovers = async (db: Database, organizationId: number, now: Date): Promise<void> => {
  await db.query({
    text: 'insert into store_leftovers (store, since) values ($1, $2) on conflict do nothing',
    values: [organizationId, now],
  });
};

/** The files are gone, or have their organization. */
export const forgetLeftovers = async (db: Database, organizationId: number): Promise<void> => {
  await db.query({ text: 'delete from store_leftovers where store = $1', values: [organizationId] });
};

/** Organizations that do not exist and have left files since before this moment. */
export const listLeftovers = async (db: Database, before: Date): Promise<number[]> => {
  const rows = await db.query<{ store: number }>({
    text: 'select store from store_leftovers l where since <= $1 and not exists (select from organizations o where o.id = l.store)',
    values: [before],
  });
  return rows.map(({ store }) => store);
};
