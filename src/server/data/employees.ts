import { and, eq, isNull } from 'drizzle-orm';
import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import { employee as schema, type Member } from '#shared/domain/employee.ts';
import type { Context, PublicContext } from '#server/context.ts';
import { countsAsVerified } from '#server/data/verified.ts';
import { revokeInvitationsOf } from '#server/data/invitations.ts';
import { byName } from '#server/data/list-cursor.ts';
import { externalNumbers } from '#server/data/external-numbers.ts';
import { noteJoined } from '#server/data/member-times.ts';
import { ascending, jsonList } from '#server/data/org-list.ts';
import { type Actor, orgTable } from '#server/data/org-table.ts';
import { unlessTaken } from '#server/data/unique.ts';
import { employees, organizations, users } from '#server/db/tables/index.ts';
import { refusalMessage } from '#shared/lib/errors.ts';

const order = ascending(byName('firstName'), byName('lastName'));

/** Employees without the rules of access; creating an organization writes its owner through it. */
export const employeeTable = orgTable('employee', employees, {
  subject: (row) => `${row.firstName} ${row.lastName}`,
  order,
});

type Row = Awaited<ReturnType<typeof employeeTable.find>>;

const onePerAccount = (write: Promise<Row>): Promise<Row> =>
  unlessTaken(
    {
      constraint: 'employees_one_per_user',
      path: 'email',
      message: refusalMessage('employeeEmailTaken'),
    },
    write,
  );

const { unlessNumberTaken, restoreUnlessNumberTaken } = externalNumbers('employees');

/** The account that gets access through an employee with this email: only a verified one (specification 7.5), and none to a sample company. */
const accountOf = async (ctx: Context, employee: { isUser: boolean; email: string | null }): Promise<number | null> => {
  if (!employee.isUser || employee.email === null) {
    return null;
  }
  const [account] = await ctx.db.orm
    .select({ id: users.id, emailVerified: users.emailVerified })
    .from(users)
    .innerJoin(organizations, and(eq(organizations.id, ctx.orgId), eq(organizations.isSample, false)))
    .where(eq(users.emailKey, employee.email.toLowerCase()));
  return account && countsAsVerified(ctx, account) ? account.id : null;
};

/**
 * What else happens when a person's access begins or ends: since when they have it is noted, and links that were made for another person
 * end.
 */
const followAccess = async (actor: Actor, before: Row | null, after: Row): Promise<Row> => {
  if (after.userId !== null && after.userId !== before?.userId) {
    await noteJoined(actor.db, actor.orgId, after.userId, true);
  }
  const isAnother = before?.email?.toLowerCase() !== after.email?.toLowerCase();
  if (before && (isAnother || before.userId !== after.userId || (before.isUser && !after.isUser))) {
    await revokeInvitationsOf(actor, after.id);
  }
  return after;
};

export const employeeData = {
  ...employeeTable,
  ...jsonList(order, { schema, table: employees }),
  /** Grants access at once if the account exists already. */
  insert: async (ctx: Context, values: Parameters<typeof employeeTable.insert>[1]) => {
    const userId = await accountOf(ctx, { isUser: values.isUser ?? false, email: values.email ?? null });
    return followAccess(
      ctx,
      null,
      await unlessNumberTaken(values.externalNumber, onePerAccount(employeeTable.insert(ctx, { ...values, userId }))),
    );
  },
  /**
   * Access depends on the email and `isUser`: without them it ends with the next request, and so does a pending link for the employee. The
   * owner keeps their account.
   */
  update: async (ctx: Context, before: Row, values: Parameters<typeof employeeTable.update>[2]) => {
    const after = { isUser: values.isUser ?? before.isUser, email: values.email === undefined ? before.email : values.email };
    // A member keeps access if the account's own email has changed since, as one at an identity provider may.
    const isSame = after.isUser && before.isUser && after.email?.toLowerCase() === before.email?.toLowerCase();
    const keeps = before.accessLevel === 'owner' || (isSame && before.userId !== null);
    const userId = keeps ? before.userId : await accountOf(ctx, after);
    const row = await unlessNumberTaken(values.externalNumber, onePerAccount(employeeTable.update(ctx, before.id, { ...values, userId })));
    return followAccess(ctx, before, row);
  },
  remove: async (ctx: Context, id: number) => {
    const row = await employeeTable.remove(ctx, id);
    await revokeInvitationsOf(ctx, id);
    return row;
  },
  /** Grants access to an account that was made while the employee was deleted. */
  restore: async (ctx: Context, id: number) => {
    const row = await restoreUnlessNumberTaken(ctx, id, () => onePerAccount(employeeTable.restore(ctx, id)));
    const userId = row.userId ?? (await accountOf(ctx, row));
    return userId === row.userId ? row : followAccess(ctx, row, await onePerAccount(employeeTable.update(ctx, id, { userId })));
  },
  /** Changes only the level, for handing over ownership. */
  setLevel: (ctx: Context, id: number, accessLevel: AccessLevel) => employeeTable.update(ctx, id, { accessLevel }),
};

interface Times {
  readonly joinedAt: string | null;
  readonly lastSeenAt: string | null;
}
const UNKNOWN: Times = { joinedAt: null, lastSeenAt: null };

/**
 * Since when each has access, and when they were last here, signed in, or heard of through a device, by account id. Sessions count only for
 * those who were here before this was stored per organization: what people do elsewhere is no business of it.
 */
const readTimes = async (ctx: Context): Promise<Map<number, Times>> => {
  const rows = await ctx.db.query<Times & { userId: number }>({
    name: 'members-times',
    text: `select e.user_id as "userId", t.joined_at as "joinedAt", greatest(t.seen_at,
                    case when t.joined_at is null then (select max(s.last_seen_at) from sessions s where s.user_id = e.user_id) end,
                    (select max(d.seen_at) from devices d where d.organization_id = $1 and d.user_id = e.user_id)) as "lastSeenAt"
             from employees e left join member_times t on t.organization_id = e.organization_id and t.user_id = e.user_id
            where e.organization_id = $1 and e.user_id is not null and e.deleted_at is null`,
    values: [ctx.orgId],
  });
  return new Map(rows.map(({ userId, ...times }) => [userId, times]));
};

/** The organization's members; since when, and when they were last seen, only for callers who may know it. */
export const listMembers = async (ctx: Context): Promise<Member[]> => {
  const rows = await employeeTable.list(ctx, [['members', true, (at) => `(user_id is not null) = ${at}`]]);
  const times = can(ctx.level, 'devices:readOfOthers') ? await readTimes(ctx) : new Map<number, Times>();
  return rows.flatMap(({ userId, accessLevel: role, id: employeeId, firstName, lastName }) =>
    userId === null ? [] : [{ userId, role, employeeId, firstName, lastName, ...(times.get(userId) ?? UNKNOWN) }],
  );
};

/** The caller's employee in the organization, locked until the transaction ends; undefined if they are none. */
export const lockOwnEmployee = async (
  actor: Pick<Context, 'db' | 'orgId' | 'user'>,
): Promise<{ id: number; accessLevel: AccessLevel } | undefined> => {
  const [row] = await actor.db.orm
    .select({ id: employees.id, accessLevel: employees.accessLevel })
    .from(employees)
    .where(
      and(
        eq(employees.organizationId, actor.orgId),
        eq(employees.userId, actor.user.id),
        eq(employees.isUser, true),
        isNull(employees.deletedAt),
      ),
    )
    .for('update');
  return row;
};

/** The employees, at most one per organization, whose access waits for an account with this email; the first of several gets it. */
export const findWaitingEmployees = (db: PublicContext['db'], userId: number, email: string): Promise<{ id: number; orgId: number }[]> =>
  db.query<{ id: number; orgId: number }>({
    name: 'waiting-employees',
    text: `select distinct on (e.organization_id) e.id, e.organization_id as "orgId" from employees e
            where lower(e.email) = $2 and e.is_user and e.user_id is null and e.deleted_at is null
              and not exists (select from employees other where other.organization_id = e.organization_id
                                 and other.user_id = $1 and other.deleted_at is null)
              and not exists (select from organizations o where o.id = e.organization_id and o.is_sample)
            order by e.organization_id, e.id`,
    values: [userId, email.toLowerCase()],
  });

/**
 * Locks the employee until the transaction ends, so that links for them are made and accepted one after the other; undefined: they are
 * gone.
 */
export const lockEmployee = async (actor: Pick<Actor, 'db' | 'orgId'>, id: number): Promise<Row | undefined> => {
  const [row] = await actor.db.orm
    .select()
    .from(employees)
    .where(and(eq(employees.organizationId, actor.orgId), eq(employees.id, id), isNull(employees.deletedAt)))
    .for('update');
  return row;
};

/** Grants the account the access that waits for it. */
export const giveAccess = async (actor: Actor, id: number, userId: number): Promise<void> => {
  await onePerAccount(employeeTable.update(actor, id, { userId }));
  await noteJoined(actor.db, actor.orgId, userId, true);
  await revokeInvitationsOf(actor, id);
};

type Joining = Actor & { readonly user: { readonly id: number; readonly email: string } };

/** Makes the caller this employee, who keeps names, level and email; without an email they get the account's. */
export const joinKnownEmployee = async (actor: Joining, { id, email }: Pick<Row, 'id' | 'email'>): Promise<void> => {
  const access = { isUser: true, userId: actor.user.id, email: email ?? actor.user.email };
  await onePerAccount(employeeTable.update(actor, id, access));
  await noteJoined(actor.db, actor.orgId, actor.user.id);
};

/**
 * Makes the caller an employee with access: the one with their email who has none yet, who keeps the names they have there, or a new one.
 * Of several the one whose access waits already, then the first.
 */
export const joinAsEmployee = async (
  actor: Joining,
  { accessLevel, ...names }: { firstName: string; lastName: string; accessLevel: AccessLevel },
): Promise<void> => {
  const access = { accessLevel, isUser: true, userId: actor.user.id };
  const [known] = await actor.db.query<{ id: number }>({
    name: 'employee-to-complete',
    text: `select id from employees
            where organization_id = $1 and lower(email) = $2 and user_id is null and deleted_at is null
            order by is_user desc, id limit 1 for update`,
    values: [actor.orgId, actor.user.email.toLowerCase()],
  });
  await onePerAccount(
    known ? employeeTable.update(actor, known.id, access) : employeeTable.insert(actor, { ...names, ...access, email: actor.user.email }),
  );
  await noteJoined(actor.db, actor.orgId, actor.user.id);
  if (known) {
    await revokeInvitationsOf(actor, known.id);
  }
};
