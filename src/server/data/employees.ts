import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AccessLevel } from '#shared/access/roles.ts';
import type { Context, PublicContext } from '#server/context.ts';
import { orgTable } from '#server/data/org-table.ts';
import { unlessTaken } from '#server/data/unique.ts';
import { employees, users } from '#server/db/tables/index.ts';

/** Employees without the rules of access; creating an organization writes its owner through it. */
export const employeeTable = orgTable(employees, {
  label: 'Employee',
  audited: 'employee',
  subject: (row) => `${row.firstName} ${row.lastName}`,
  order: [sql`lower(${employees.firstName})`, sql`lower(${employees.lastName})`, sql`${employees.id}`],
});

type Row = Awaited<ReturnType<typeof employeeTable.find>>;

const onePerAccount = (write: Promise<Row>): Promise<Row> =>
  unlessTaken(
    {
      constraint: 'employees_one_per_user',
      path: 'email',
      message: 'Another employee of this organization already signs in with this email',
    },
    write,
  );

/** The account that gets access through an employee with this e-mail: only a verified one counts (decisions §3). */
const accountOf = async (ctx: PublicContext, employee: { isUser: boolean; email: string | null }): Promise<number | null> => {
  if (!employee.isUser || employee.email === null) {
    return null;
  }
  const [account] = await ctx.db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, employee.email.toLowerCase()), eq(users.emailVerified, true)));
  return account?.id ?? null;
};

export const employeeData = {
  ...employeeTable,
  /** Gives access at once if the account exists already. */
  insert: async (ctx: Context, values: Parameters<typeof employeeTable.insert>[1]) => {
    const userId = await accountOf(ctx, { isUser: values.isUser ?? false, email: values.email ?? null });
    return onePerAccount(employeeTable.insert(ctx, { ...values, userId }));
  },
  /** Access follows the e-mail and `isUser`: without them it ends with the next request. The owner keeps his account. */
  update: async (ctx: Context, before: Row, values: Parameters<typeof employeeTable.update>[2]) => {
    const after = { isUser: values.isUser ?? before.isUser, email: values.email === undefined ? before.email : values.email };
    const userId = before.accessLevel === 'owner' ? before.userId : await accountOf(ctx, after);
    return onePerAccount(employeeTable.update(ctx, before.id, { ...values, userId }));
  },
  /** Changes nothing but the level, for handing over ownership. */
  setLevel: (ctx: Context, id: number, accessLevel: AccessLevel) => employeeTable.update(ctx, id, { accessLevel }),
};

/** Who signs in to the organization. */
export const listMembers = async (ctx: Context) => {
  const rows = await employeeTable.list(ctx, isNotNull(employees.userId));
  return rows.flatMap((row) =>
    row.userId === null
      ? []
      : [{ userId: row.userId, role: row.accessLevel, employeeId: row.id, firstName: row.firstName, lastName: row.lastName }],
  );
};

/** What somebody is in an organization; nothing if he is not a member. */
export const findMembership = async (
  db: PublicContext['db'],
  organizationId: number,
  userId: number,
): Promise<{ employeeId: number; level: AccessLevel } | undefined> => {
  const [row] = await db.query<{ employeeId: number; level: AccessLevel }>({
    name: 'find-membership',
    text: `select id as "employeeId", access_level as level from employees
            where organization_id = $1 and user_id = $2 and is_user and deleted_at is null`,
    values: [organizationId, userId],
  });
  return row;
};

/** Gives a verified account the access that waits for its e-mail in any organization; where several employees wait, the first has it. */
export const claimMemberships = async (ctx: Pick<PublicContext, 'db'>, userId: number, email: string): Promise<void> => {
  const key = email.toLowerCase();
  await ctx.db.orm
    .update(employees)
    .set({ userId, version: sql`${employees.version} + 1`, updatedAt: sql`now()` })
    .where(
      and(
        sql`lower(${employees.email}) = ${key}`,
        eq(employees.isUser, true),
        isNull(employees.userId),
        isNull(employees.deletedAt),
        sql`not exists (select from employees other where other.organization_id = ${employees.organizationId} and other.deleted_at is null
                          and (other.user_id = ${userId} or (other.id < ${employees.id} and lower(other.email) = ${key}
                               and other.is_user and other.user_id is null)))`,
      ),
    );
};
