import { and, eq, isNotNull } from 'drizzle-orm';
import type { AccessLevel } from '#shared/access/roles.ts';
import type { Context, PublicContext } from '#server/context.ts';
import { byName } from '#server/data/list-cursor.ts';
import { type Actor, orgTable } from '#server/data/org-table.ts';
import { unlessTaken } from '#server/data/unique.ts';
import { employees, users } from '#server/db/tables/index.ts';

/** Employees without the rules of access; creating an organization writes its owner through it. */
export const employeeTable = orgTable(employees, {
  label: 'Employee',
  audited: 'employee',
  subject: (row) => `${row.firstName} ${row.lastName}`,
  order: [byName(employees.firstName, 'firstName'), byName(employees.lastName, 'lastName')],
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
  /** Gives access to an account that was made while the employee was away. */
  restore: async (ctx: Context, id: number) => {
    const row = await onePerAccount(employeeTable.restore(ctx, id));
    const userId = row.userId ?? (await accountOf(ctx, row));
    return userId === row.userId ? row : onePerAccount(employeeTable.update(ctx, id, { userId }));
  },
  /** Changes nothing but the level, for handing over ownership. */
  setLevel: (ctx: Context, id: number, accessLevel: AccessLevel) => employeeTable.update(ctx, id, { accessLevel }),
};

/** Who signs in to the organization. */
export const listMembers = async (ctx: Context) => {
  const rows = await employeeTable.list(ctx, { where: isNotNull(employees.userId) });
  return rows.flatMap((row) =>
    row.userId === null
      ? []
      : [{ userId: row.userId, role: row.accessLevel, employeeId: row.id, firstName: row.firstName, lastName: row.lastName }],
  );
};

/** The employees, one in each organization at most, whose access waits for an account with this e-mail; the first of several has it. */
export const findWaitingEmployees = (db: PublicContext['db'], userId: number, email: string): Promise<{ id: number; orgId: number }[]> =>
  db.query<{ id: number; orgId: number }>({
    name: 'waiting-employees',
    text: `select distinct on (e.organization_id) e.id, e.organization_id as "orgId" from employees e
            where lower(e.email) = $2 and e.is_user and e.user_id is null and e.deleted_at is null
              and not exists (select from employees other where other.organization_id = e.organization_id
                                 and other.user_id = $1 and other.deleted_at is null)
            order by e.organization_id, e.id`,
    values: [userId, email.toLowerCase()],
  });

/** Gives the account the access that waits for it. */
export const giveAccess = (actor: Actor, id: number, userId: number) => onePerAccount(employeeTable.update(actor, id, { userId }));
