import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { grantableLevels } from '#shared/domain/employee.ts';
import type { Invitation, InvitationState } from '#shared/domain/invitation.ts';
import { actorName, fullName } from '#shared/domain/names.ts';
import { refusal } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import type { Actor } from '#server/data/org-table.ts';
import type { Database } from '#server/db/database.ts';
import { employees, invitations, organizations, users } from '#server/db/tables/index.ts';

type Row = typeof invitations.$inferSelect;
const bound = alias(employees, 'bound');
type Bound = typeof employees.$inferSelect;

/** An invitation as stored, with its maker's current level, and the employee it is for, if it is for one. */
interface Standing {
  readonly row: Row;
  readonly maker: AccessLevel | null;
  readonly bound: Bound | null;
}

/** An employee's name, email and level are stored with the employee, and count as they are now. */
const asItIs = ({ row, bound: employee }: Pick<Standing, 'row' | 'bound'>): Row =>
  employee === null ? row : { ...row, name: fullName(employee), email: employee.email, accessLevel: employee.accessLevel };

/**
 * What an invitation is worth now: no more than its maker may give now, or a removed admin would come back by a link of their own. One for
 * an employee ends with the employee, and when the employee gets access by another way.
 */
const stateOf = (standing: Standing, now: Date): InvitationState => {
  const { acceptedAt, revokedAt, expiresAt, accessLevel, employeeId } = asItIs(standing);
  const { maker, bound: employee } = standing;
  if (acceptedAt !== null || (employee !== null && employee.userId !== null)) {
    return 'used';
  }
  const isGone = employeeId !== null && (employee === null || employee.deletedAt !== null);
  const isWithdrawn = maker === null || !can(maker, 'members:manage') || !grantableLevels(maker, null).includes(accessLevel);
  if (revokedAt !== null || isGone || isWithdrawn) {
    return 'revoked';
  }
  return new Date(expiresAt) <= now ? 'expired' : 'open';
};

const toInvitation = (standing: Standing, now: Date): Invitation => {
  const { tokenHash: _hash, acceptedAt: _at, acceptedBy: _by, revokedAt: _revoked, ...rest } = asItIs(standing);
  return { ...rest, state: stateOf(standing, now) };
};

const subjectOf = ({ name, email }: Pick<Row, 'name' | 'email'>): string => name ?? email ?? 'Link';

/** The membership of its maker. */
const isMaker = and(
  eq(employees.organizationId, invitations.organizationId),
  eq(employees.userId, invitations.createdBy),
  eq(employees.isUser, true),
  isNull(employees.deletedAt),
);
const isBound = and(eq(bound.organizationId, invitations.organizationId), eq(bound.id, invitations.employeeId));

/** In SQL: neither accepted nor revoked. */
const isWaiting = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

/** Those that were neither accepted nor revoked, newest first; without those whose employee has got access by another way. */
export const listInvitations = async (ctx: Context): Promise<Invitation[]> => {
  const rows = await ctx.db.orm
    .select({ row: invitations, maker: employees.accessLevel, bound })
    .from(invitations)
    .leftJoin(employees, isMaker)
    .leftJoin(bound, isBound)
    .where(and(eq(invitations.organizationId, ctx.orgId), isWaiting, isNull(bound.userId)))
    .orderBy(desc(invitations.id));
  return rows.map((standing) => toInvitation(standing, ctx.now()));
};

export const insertInvitation = async (
  ctx: Context,
  values: Pick<Row, 'employeeId' | 'name' | 'email' | 'accessLevel' | 'tokenHash' | 'expiresAt'>,
): Promise<Invitation> => {
  const [row] = await ctx.db.orm
    .insert(invitations)
    .values({ ...values, organizationId: ctx.orgId, createdBy: ctx.user.id, createdAt: ctx.now().toISOString() })
    .returning();
  if (!row) {
    throw new Error('The database returned no row for the new invitation.');
  }
  const { tokenHash: _hash, ...noted } = values;
  ctx.journal.record({ entityType: 'invitation', entityId: row.id, action: 'create', subject: subjectOf(row), old: null, new: noted });
  const { tokenHash: _same, acceptedAt: _at, acceptedBy: _by, revokedAt: _revoked, ...made } = row;
  return { ...made, state: 'open' };
};

const noteRevoked = ({ journal }: Pick<Actor, 'journal'>, row: Row): void => {
  const { id: entityId, name, email, accessLevel } = row;
  const old = { name, email, accessLevel };
  journal.record({ entityType: 'invitation', entityId, action: 'delete', subject: subjectOf(row), old, new: null });
};

/** Revokes the link. Revoking it once more changes nothing; one that was accepted cannot be revoked. */
export const revokeInvitation = async (ctx: Context, id: number): Promise<void> => {
  const mine = and(eq(invitations.organizationId, ctx.orgId), eq(invitations.id, id));
  const [row] = await ctx.db.orm.select().from(invitations).where(mine).for('update');
  if (!row) {
    throw refusal('not_found', 'invitationNotFound');
  }
  if (row.acceptedAt !== null) {
    throw refusal('conflict', 'invitationAccepted');
  }
  if (row.revokedAt !== null) {
    return;
  }
  await ctx.db.orm
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(mine);
  noteRevoked(ctx, row);
};

/** Revokes the pending link for this employee, if there is one. */
export const revokeInvitationsOf = async (actor: Actor, employeeId: number): Promise<void> => {
  const rows = await actor.db.orm
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitations.organizationId, actor.orgId), eq(invitations.employeeId, employeeId), isWaiting))
    .returning();
  for (const row of rows) {
    noteRevoked(actor, row);
  }
};

/** An invitation with all that decides about it; one for an employee has their name, email and level. */
export interface FoundInvitation {
  readonly row: Row;
  readonly state: InvitationState;
  readonly organizationName: string;
  readonly invitedBy: string | null;
}

/** The invitation of a link, whatever has become of it. */
export const findInvitation = async (
  db: Database,
  { organizationId, tokenHash }: { organizationId: number; tokenHash: Buffer },
  now: Date,
): Promise<FoundInvitation | undefined> => {
  const [found] = await db.orm
    .select({
      row: invitations,
      maker: employees.accessLevel,
      bound,
      organizationName: organizations.name,
      deletionDueAt: organizations.deletionDueAt,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.email },
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(users, eq(users.id, invitations.createdBy))
    .leftJoin(employees, isMaker)
    .leftJoin(bound, isBound)
    .where(and(eq(invitations.organizationId, organizationId), eq(invitations.tokenHash, tokenHash)));
  return (
    found && {
      row: asItIs(found),
      // Nobody joins an organization that is to be deleted.
      state: stateOf({ ...found, maker: found.deletionDueAt === null ? found.maker : null }, now),
      organizationName: found.organizationName,
      invitedBy: found.user && actorName(found.user),
    }
  );
};

/** Locks the invitation until the transaction ends: of two who accept it at once the second finds it used. */
export const lockInvitation = async (db: Database, organizationId: number, id: number): Promise<void> => {
  await db.query({
    name: 'lock-invitation',
    text: 'select from invitations where organization_id = $1 and id = $2 for update',
    values: [organizationId, id],
  });
};

/** Notes who accepted it. */
export const noteAcceptance = async (actor: Actor & { readonly user: { readonly id: number } }, row: Row, now: Date): Promise<void> => {
  await actor.db.orm
    .update(invitations)
    .set({ acceptedAt: now.toISOString(), acceptedBy: actor.user.id })
    .where(and(eq(invitations.organizationId, actor.orgId), eq(invitations.id, row.id)));
  const noted = { old: { acceptedBy: null }, new: { acceptedBy: actor.user.id } };
  actor.journal.record({ entityType: 'invitation', entityId: row.id, action: 'update', subject: subjectOf(row), ...noted });
};

/** Deletes those that ended before, accepted or not. In the transaction of the organization. */
export const forgetInvitations = async (db: Database, organizationId: number, before: Date): Promise<void> => {
  await db.query({
    text: 'delete from invitations where organization_id = $1 and expires_at < $2',
    values: [organizationId, before],
  });
};
