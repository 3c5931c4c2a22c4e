import { refusal, refusalMessage } from '#shared/lib/errors.ts';
import type { Context, PublicContext, UserContext } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';

// Any number that no other program on the same database uses for an advisory lock of two numbers.
const QUOTA_LOCK = 1_346_914_388;

const count = async (db: Database, text: string, values: unknown[]): Promise<number> => {
  const [row] = await db.query<{ count: number }>({ text, values });
  return row?.count ?? 0;
};

/** Until the end of the transaction nobody else adds to what is counted: many at once do not slip past. */
export const lockQuota = async (db: Database, ownerId: number): Promise<void> => {
  await db.query({ text: 'select pg_advisory_xact_lock($1, $2)', values: [QUOTA_LOCK, ownerId] });
};

/** Organizations that the account owns, including those that wait for their deletion, and without a sample company. */
export const countOwned = (db: Database, userId: number): Promise<number> =>
  count(
    db,
    `select count(*)::int as count from employees e join organizations o on o.id = e.organization_id
      where e.user_id = $1 and e.access_level = 'owner' and e.deleted_at is null and not o.is_sample`,
    [userId],
  );

export const countPeople = (db: Database, organizationId: number): Promise<number> =>
  count(db, 'select count(*)::int as count from employees where organization_id = $1 and deleted_at is null', [organizationId]);

/** Those that are valid. */
export const countApiKeys = (db: Database, organizationId: number): Promise<number> =>
  count(db, 'select count(*)::int as count from api_keys where organization_id = $1 and revoked_at is null', [organizationId]);

const countPasskeys = (db: Database, userId: number): Promise<number> =>
  count(db, 'select count(*)::int as count from passkeys where user_id = $1', [userId]);

/** Refuses one organization more to an account that owns as many as it may, or made too many recently. */
export const requireFreeOrganization = async ({ db, user, limits }: UserContext): Promise<void> => {
  await limits.within(db).take(['organizationOfAccount', String(user.id)], refusalMessage('organizationsOfDayFull'));
  const max = limits.settings.organizationsPerAccount;
  if ((await countOwned(db, user.id)) >= max) {
    throw refusal('conflict', 'organizationsOfAccountFull', { count: max });
  }
};

export const requireFreeSeat = async ({ db, orgId, limits }: Context): Promise<void> => {
  const max = limits.settings.peoplePerOrganization;
  await lockQuota(db, orgId);
  if ((await countPeople(db, orgId)) >= max) {
    throw refusal('conflict', 'employeesFull', { count: max });
  }
};

export const requireFreeApiKey = async ({ db, orgId, limits }: Context): Promise<void> => {
  const max = limits.settings.apiKeysPerOrganization;
  await lockQuota(db, orgId);
  if ((await countApiKeys(db, orgId)) >= max) {
    throw refusal('conflict', 'apiKeysFull', { count: max });
  }
};

/** In the transaction that adds it; the account's lock is that of an organization with a number below zero. */
export const requireFreePasskey = async (db: Database, { limits }: Pick<PublicContext, 'limits'>, userId: number): Promise<void> => {
  const max = limits.settings.passkeysPerAccount;
  await lockQuota(db, -userId);
  if ((await countPasskeys(db, userId)) >= max) {
    throw refusal('conflict', 'passkeysFull', { count: max });
  }
};
