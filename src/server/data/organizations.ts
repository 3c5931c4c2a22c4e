import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Organization } from '#shared/domain/organization.ts';
import { AppError } from '#shared/lib/errors.ts';
import type { Context, UserContext } from '#server/context.ts';
import { changedValues, writeAudit } from '#server/data/audit.ts';
import { employees, organizations } from '#server/db/tables/index.ts';

const selectMine = (ctx: UserContext) =>
  ctx.db.orm
    .select({ organization: organizations, role: employees.accessLevel, employeeId: employees.id })
    .from(employees)
    .innerJoin(organizations, eq(organizations.id, employees.organizationId))
    .$dynamic();

const member = (ctx: UserContext) => and(eq(employees.userId, ctx.user.id), eq(employees.isUser, true), isNull(employees.deletedAt));

/** The organizations that the signed-in user belongs to, by name. */
export const listOrganizations = async (ctx: UserContext): Promise<Organization[]> => {
  const rows = await selectMine(ctx)
    .where(member(ctx))
    .orderBy(asc(sql`lower(${organizations.name})`), asc(organizations.id));
  return rows.map(({ organization, ...mine }) => ({ ...organization, ...mine }));
};

export const findOrganization = async (ctx: UserContext, id: number): Promise<Organization> => {
  const [row] = await selectMine(ctx).where(and(member(ctx), eq(organizations.id, id)));
  if (!row) {
    throw new AppError('not_found', 'Organization not found');
  }
  return { ...row.organization, role: row.role, employeeId: row.employeeId };
};

type Settings = Partial<{ name: string; onboardingStep: string; onboardingCompleted: boolean; seasonStartDate: string | null }>;

/** Changes what differs, with its audit row. */
export const updateOrganization = async (
  ctx: Context,
  values: { [K in keyof Settings]: Settings[K] | undefined },
): Promise<Organization> => {
  const [before] = await ctx.db.orm.select().from(organizations).where(eq(organizations.id, ctx.orgId)).for('update');
  if (!before) {
    throw new AppError('not_found', 'Organization not found');
  }
  const changes = changedValues(before, values);
  if (Object.keys(changes.new).length > 0) {
    await ctx.db.orm
      .update(organizations)
      .set({ ...changes.new, version: sql`${organizations.version} + 1`, updatedAt: sql`now()` })
      .where(eq(organizations.id, ctx.orgId));
    await writeAudit(ctx, {
      entityType: 'organization',
      entityId: ctx.orgId,
      action: 'update',
      subject: values.name ?? before.name,
      ...changes,
    });
  }
  return findOrganization(ctx, ctx.orgId);
};

/** Makes the row and reserves the id of the employee who owns it; the database checks at commit that he is there. */
export const insertOrganization = async (
  ctx: UserContext,
  values: { name: string; onboardingStep?: string | undefined; onboardingCompleted: boolean; seasonStartDate?: string | null | undefined },
): Promise<{ id: number; ownerEmployeeId: number }> => {
  const [row] = await ctx.db.orm
    .insert(organizations)
    .values({ ...values, ownerEmployeeId: sql`nextval(pg_get_serial_sequence('employees', 'id'))` })
    .returning({ id: organizations.id, ownerEmployeeId: organizations.ownerEmployeeId });
  if (!row) {
    throw new Error('The database returned no row for the new organization.');
  }
  return row;
};

/** Names the new owner in place of who asks; his level and that of the old one change in the same transaction. */
export const setOwner = async (ctx: Context, employeeId: number): Promise<void> => {
  const changed = await ctx.db.orm
    .update(organizations)
    .set({ ownerEmployeeId: employeeId })
    .where(and(eq(organizations.id, ctx.orgId), eq(organizations.ownerEmployeeId, ctx.employeeId)))
    .returning({ id: organizations.id });
  if (changed.length === 0) {
    throw new AppError('conflict', 'Ownership was transferred by another request meanwhile.');
  }
};
