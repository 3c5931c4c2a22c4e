import { and, desc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PageQuery } from '#shared/domain/fields.ts';
import { type MemberSignIn, type SecurityEvent, type SecurityEventKind, TOLD_TO_OWNER } from '#shared/domain/security-event.ts';
import type { Context, UserContext } from '#server/context.ts';
import { byMoment, readCursor, writeCursor } from '#server/data/list-cursor.ts';
import type { Database } from '#server/db/database.ts';
import { employees, memberTimes, securityEvents } from '#server/db/tables/index.ts';

/** Where and when it happened. */
interface Circumstances {
  readonly now: () => Date;
  readonly clientAddress: string;
  readonly userAgent: string | null;
}

export interface NewSecurityEvent {
  readonly userId: number;
  readonly kind: SecurityEventKind;
  /** In the person's own words, such as a passkey's name. */
  readonly detail?: string;
}

/** How many of an account are kept, newest first; older ones make room, so that nobody fills the table by signing in. */
const MOST = 1000;

/** Notes what happened, in the caller's transaction: it is recorded if it took effect. */
export const noteSecurityEvent = async (
  db: Database,
  { now, clientAddress, userAgent }: Circumstances,
  { userId, kind, detail }: NewSecurityEvent,
): Promise<void> => {
  await db.query({
    name: 'note-security-event',
    text: `insert into security_events (user_id, kind, detail, address, user_agent, at) values ($1, $2, $3, $4, $5, $6)`,
    values: [userId, kind, detail ?? null, clientAddress, userAgent, now()],
  });
  await db.query({
    name: 'make-room-for-security-events',
    text: `delete from security_events where user_id = $1
              and (at, id) <= (select at, id from security_events where user_id = $1 order by at desc, id desc offset $2 limit 1)`,
    values: [userId, MOST],
  });
};

/** Notes one of many events in a row, such as wrong passwords: within an hour and from one address they are one row that counts. */
export const countSecurityEvent = async (db: Database, circumstances: Circumstances, event: NewSecurityEvent): Promise<void> => {
  const { now, clientAddress, userAgent } = circumstances;
  const counted = await db.query({
    name: 'count-security-event',
    text: `update security_events set count = count + 1, at = $4, user_agent = $5
            where id = (select id from security_events
                         where user_id = $1 and kind = $2 and address = $3 and at > $4::timestamptz - interval '1 hour' order by at desc limit 1)
            returning id`,
    values: [event.userId, event.kind, clientAddress, now(), userAgent],
  });
  if (counted.length === 0) {
    await noteSecurityEvent(db, circumstances, event);
  }
};

const KEYS = [byMoment('at')] as const;

/** Where the next page of either list begins. */
export const cursorOfEvent = (event: Pick<SecurityEvent, 'id' | 'at'>): string => writeCursor(KEYS, event);

const after = (cursor: string | undefined): SQL | undefined =>
  cursor === undefined ? undefined : sql`(${securityEvents.at}, ${securityEvents.id}) < ${readCursor(KEYS, cursor)}`;

const ORDER = [desc(securityEvents.at), desc(securityEvents.id)] as const;

// The kinds are those of the program that wrote them; a row never has another.
const withKind = <Row extends { readonly kind: string }>(row: Row): Row & { readonly kind: SecurityEventKind } => ({
  ...row,
  kind: row.kind as SecurityEventKind,
});

/** What happened to the ways into the caller's account, newest first. */
export const listSecurityEvents = async ({ db, user }: UserContext, { limit, cursor }: PageQuery): Promise<SecurityEvent[]> => {
  const found = db.orm
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, user.id), after(cursor)))
    .orderBy(...ORDER)
    .$dynamic();
  return (await (limit === undefined ? found : found.limit(limit))).map(withKind);
};

/** How members of the organization signed in, newest first: nothing from before they belonged to it, and not from where. */
export const listMemberSignIns = async ({ db, orgId }: Context, { limit, cursor }: PageQuery): Promise<MemberSignIn[]> => {
  const { id, kind, userAgent, count, at, userId } = securityEvents;
  const ofMember = db.orm
    .select({ id, kind, userAgent, count, at })
    .from(securityEvents)
    .where(
      and(
        eq(userId, employees.userId),
        inArray(kind, TOLD_TO_OWNER),
        // Null: before this was stored, and so before any event.
        or(isNull(memberTimes.joinedAt), gte(at, memberTimes.joinedAt)),
        after(cursor),
      ),
    )
    .orderBy(...ORDER)
    .$dynamic();
  // No more of each than the page has room for: a member may have a thousand.
  const newest = (limit === undefined ? ofMember : ofMember.limit(limit)).as('newest');
  const found = db.orm
    .select({
      id: newest.id,
      kind: newest.kind,
      userAgent: newest.userAgent,
      count: newest.count,
      at: newest.at,
      userId: sql<number>`${employees.userId}`,
      employeeId: employees.id,
      firstName: employees.firstName,
      lastName: employees.lastName,
    })
    .from(employees)
    .leftJoin(memberTimes, and(eq(memberTimes.organizationId, orgId), eq(memberTimes.userId, employees.userId)))
    .innerJoinLateral(newest, sql`true`)
    .where(and(eq(employees.organizationId, orgId), isNotNull(employees.userId), employees.isUser, isNull(employees.deletedAt)))
    .orderBy(desc(newest.at), desc(newest.id))
    .$dynamic();
  return (await (limit === undefined ? found : found.limit(limit))).map(withKind);
};

/** User agents of the devices that the account was, or is, signed in on. */
export const listKnownAgents = async (db: Database, userId: number, kinds: readonly SecurityEventKind[]): Promise<string[]> => {
  const rows = await db.query<{ userAgent: string }>({
    name: 'known-agents',
    text: `select distinct user_agent as "userAgent" from security_events
            where user_id = $1 and kind = any($2) and user_agent is not null
            union select user_agent from sessions where user_id = $1 and user_agent is not null`,
    values: [userId, kinds],
  });
  return rows.map(({ userAgent }) => userAgent);
};

/** Deletes events from before the moment. */
export const forgetSecurityEvents = async (db: Database, before: Date): Promise<void> => {
  await db.query({ text: 'delete from security_events where at < $1', values: [before] });
};
