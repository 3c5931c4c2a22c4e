import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { grantableLevels } from '#shared/domain/employee.ts';
import type { Invitation, InvitationState } from '#shared/domain/invitation.ts';
import { actorName } from '#shared/domain/names.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context } from '#server/context.ts';
import type { Actor } from '#server/data/org-table.ts';
import type { Database } from '#server/db/database.ts';
import { employees, invitations, organizations, users } from '#server/db/tables/index.ts';

type Row = typeof invitations.$inferSelect;

/** What an invitation is worth now: no more than its maker may give now, or a removed admin would come back by a link of his own. */
const stateOf = (row: Row, maker: AccessLevel | null, now: Date): InvitationState => {
  if (row.acceptedAt !== null) {
    return 'used';
  }
  const isWithdrawn = maker === null || !can(maker, 'members:manage') || !grantableLevels(maker, null).includes(row.accessLevel);
  if (row.revokedAt !== null || isWithdrawn) {
    return 'revoked';
  }
  return new Date(row.expiresAt) <= now ? 'expired' : 'open';
};

const toInvitation = (row: Row, state: InvitationState): Invitation => {
  const { tokenHash: _hash, acceptedAt: _at, acceptedBy: _by, revokedAt: _revoked, ...rest } = row;
  return { ...rest, state };
};

const subjectOf = ({ name, email }: Pick<Row, 'name' | 'email'>): string => name ?? email ?? 'Link';

/** The membership of whoever made it. */
const isMaker = and(
  eq(employees.organizationId, invitations.organizationId),
  eq(employees.userId, invitations.createdBy),
  eq(employees.isUser, true),
  isNull(employees.deletedAt),
);

/** Those that were neither accepted nor revoked, newest first. */
export const listInvitations = async (ctx: Context): Promise<Invitation[]> => {
  const waiting = and(eq(invitations.organizationId, ctx.orgId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt));
  const rows = await ctx.db.orm
    .select({ row: invitations, maker: employees.accessLevel })
    .from(invitations)
    .leftJoin(employees, isMaker)
    .where(waiting)
    .orderBy(desc(invitations.id));
  return rows.map(({ row, maker }) => toInvitation(row, stateOf(row, maker, ctx.now())));
};

export const insertInvitation = async (
  ctx: Context,
  values: Pick<Row, 'name' | 'email' | 'accessLevel' | 'tokenHash' | 'expiresAt'>,
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
  return toInvitation(row, 'open');
};

/** From now on the link opens nothing. Revoking it once more changes nothing; one that was accepted cannot be revoked. */
export const revokeInvitation = async (ctx: Context, id: number): Promise<void> => {
  const mine = and(eq(invitations.organizationId, ctx.orgId), eq(invitations.id, id));
  const [row] = await ctx.db.orm.select().from(invitations).where(mine).for('update');
  if (!row) {
    throw new AppError('not_found', 'Invitation not found');
  }
  if (row.acceptedAt !== null) {
    throw new AppError('conflict', 'This invitation was accepted already. Remove the member’s access instead.');
  }
  if (row.revokedAt !== null) {
    return;
  }
  await ctx.db.orm
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(mine);
  const { name, email, accessLevel } = row;
  const old = { name, email, accessLevel };
  ctx.journal.record({ entityType: 'invitation', entityId: id, action: 'delete', subject: subjectOf(row), old, new: null });
};

/** An invitation with all that decides about it. */
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
      organizationName: organizations.name,
      deletionDueAt: organizations.deletionDueAt,
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.email },
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .leftJoin(users, eq(users.id, invitations.createdBy))
    .leftJoin(employees, isMaker)
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        eq(invitations.tokenHash, tokenHash),
        // Nobody is invited to what is to be deleted.
      ),
    );
  return (
    found && {
      row: found.row,
      // Nobody comes into an organization that is to be deleted.
      state: stateOf(found.row, found.deletionDueAt === null ? found.maker : null, now),
      organizationName: found.organizationName,
      invitedBy: found.user && actorName(found.user),
    }
  );
};

/** Holds the invitation until the transaction ends: of two who accept it at once the second finds it used. */
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

/** Forgets those that ended before, accepted or not. In the transaction of the organization. */
export const forgetInvitations = async (db: Database, organizationId: number, before: Date): Promise<void> => {
  await db.query({
    text: 'delete from invitations where organization_id = $1 and expires_at < $2',
    values: [organizationId, before],
  });
};
