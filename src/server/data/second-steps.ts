import { and, count, eq, lt } from 'drizzle-orm';
import { CAPABILITIES } from '#shared/access/capabilities.ts';
import type { OrganizationStep } from '#shared/domain/second-step.ts';
import type { Database } from '#server/db/database.ts';
import { recoveryCodes, secondSteps } from '#server/db/tables/index.ts';

export type StoredSecondStep = typeof secondSteps.$inferSelect;

export const findSecondStep = async (db: Database, userId: number): Promise<StoredSecondStep | undefined> => {
  const [row] = await db.orm.select().from(secondSteps).where(eq(secondSteps.userId, userId));
  return row;
};

export const countRecoveryCodes = async (db: Database, userId: number): Promise<number> => {
  const [row] = await db.orm.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
};

/** Turns on codes of this secret for the account, replacing a previous one. */
export const putSecondStep = async (db: Database, step: StoredSecondStep): Promise<void> => {
  await deleteSecondStep(db, step.userId);
  await db.orm.insert(secondSteps).values(step);
};

/** Turns codes off for the account; its recovery codes are deleted with them. */
export const deleteSecondStep = async (db: Database, userId: number): Promise<void> => {
  await db.orm.delete(secondSteps).where(eq(secondSteps.userId, userId));
};

/** Marks a step's code as used; false: it, or a later one, was used before. Of two concurrent uses one succeeds. */
export const takeStep = async (db: Database, userId: number, step: number): Promise<boolean> => {
  const taken = await db.orm
    .update(secondSteps)
    .set({ lastStep: step })
    .where(and(eq(secondSteps.userId, userId), lt(secondSteps.lastStep, step)))
    .returning({ userId: secondSteps.userId });
  return taken.length > 0;
};

/** Sets the account's recovery codes. */
export const putRecoveryCodes = async (db: Database, userId: number, hashes: readonly Buffer[]): Promise<void> => {
  await db.orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.orm.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })));
};

/** Marks a recovery code as used; false: there is none. */
export const takeRecoveryCode = async (db: Database, userId: number, codeHash: Buffer): Promise<boolean> => {
  const taken = await db.orm
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
};

const ASKED = CAPABILITIES['organization:write'];

/** The organizations that require a second step of this person, by name. */
export const listRequirers = async (db: Database, userId: number): Promise<string[]> => {
  const rows = await db.query<{ name: string }>({
    name: 'second-step-requirers',
    text: `select o.name from employees e join organizations o on o.id = e.organization_id
            where e.user_id = $1 and e.is_user and e.deleted_at is null and e.access_level = any($2) and o.requires_second_step
            order by lower(o.name), o.id`,
    values: [userId, ASKED],
  });
  return rows.map(({ name }) => name);
};

/** The second factors of an account, and whether an organization requires one. */
export const findStanding = async (
  db: Database,
  userId: number,
): Promise<{ readonly hasCodes: boolean; readonly hasPasskey: boolean; readonly isRequired: boolean }> => {
  const [row] = await db.query<{ hasCodes: boolean; hasPasskey: boolean }>({
    name: 'second-step-standing',
    text: `select exists (select from second_steps where user_id = $1) as "hasCodes",
                  exists (select from passkeys where user_id = $1) as "hasPasskey"`,
    values: [userId],
  });
  const requirers = await listRequirers(db, userId);
  return { hasCodes: row?.hasCodes ?? false, hasPasskey: row?.hasPasskey ?? false, isRequired: requirers.length > 0 };
};

/** Everyone in the organization to whom its requirement applies, by name, and whether they have a second step. */
export const listMemberSteps = (db: Database, orgId: number): Promise<OrganizationStep['members']> =>
  db.query<OrganizationStep['members'][number]>({
    name: 'second-steps-of-members',
    text: `select e.id as "employeeId", e.first_name as "firstName", e.last_name as "lastName", e.access_level as role,
                  (exists (select from second_steps s where s.user_id = e.user_id)
                   or exists (select from passkeys p where p.user_id = e.user_id)) as "hasSecondStep"
             from employees e
            where e.organization_id = $1 and e.is_user and e.user_id is not null and e.deleted_at is null and e.access_level = any($2)
            order by lower(e.first_name), lower(e.last_name), e.id`,
    values: [orgId, ASKED],
  });
