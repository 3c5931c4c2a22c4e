import { can } from '#shared/access/capabilities.ts';
import type { AccessLevel } from '#shared/access/roles.ts';
import type { User } from '#shared/domain/user.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import { refusal } from '#shared/lib/errors.ts';
import { attemptLimits } from '#server/auth/attempt-limits.ts';
import type { Context } from '#server/context.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import { SEES_ORGANIZATION } from '#server/data/organization-deletion.ts';
import type { Database } from '#server/db/database.ts';
import type { Journal } from '#server/db/journal.ts';
import type { Limits } from '#server/limits.ts';

/** What work in the background has of the program. */
export interface BackgroundDeps {
  readonly db: Database;
  readonly photos: PhotoStore;
  readonly scratchFolder: string;
  readonly now: () => Date;
  readonly limits: Limits;
  /** Whether queued mails are sent at all. */
  readonly hasMail: boolean;
  /** The base address of mailed links. */
  readonly origin: () => string;
}

interface Row extends Omit<User, 'username'> {
  readonly emailVerified: boolean;
  readonly employeeId: number;
  readonly level: AccessLevel;
  readonly timeZone: string | null;
}

/** The person as a member who is still there; undefined: they are none any more. */
const findMember = async (db: Database, orgId: number, userId: number): Promise<Row | undefined> => {
  const [row] = await db.query<Row>({
    name: 'member-in-background',
    text: `select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.email_verified as "emailVerified", u.language,
                  m.id as "employeeId", m.access_level as level, o.time_zone as "timeZone"
             from employees m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
            where m.organization_id = $1 and m.user_id = $2 and m.is_user and m.deleted_at is null and ${SEES_ORGANIZATION}`,
    values: [orgId, userId],
  });
  return row;
};

/** What only a request has; work in the background never asks for it. */
const ofRequest = (): never => {
  throw new Error('Work in the background has no request.');
};

/** Whom the work is done for, and in which language if they have none of their own. */
interface For {
  readonly orgId: number;
  readonly userId: number;
  readonly language: LanguageId;
}

/**
 * The context of work that goes on after the request that asked for it: on behalf of that person, inside this transaction. 403 if they may
 * no longer bill.
 */
export const billingContext = async (
  deps: BackgroundDeps,
  { db, journal }: { readonly db: Database; readonly journal: Journal },
  { orgId, userId, language }: For,
): Promise<Context> => {
  const member = await findMember(db, orgId, userId);
  if (member === undefined || !can(member.level, 'jobs:bill')) {
    throw refusal('forbidden', 'accessLevelTooLow');
  }
  const { employeeId, level, timeZone, ...user } = member;
  const origin = deps.origin();
  return {
    db,
    journal,
    orgId,
    employeeId,
    level,
    timeZone,
    language,
    origin,
    user: { ...user, username: user.email },
    now: deps.now,
    photos: deps.photos,
    scratchFolder: deps.scratchFolder,
    limits: attemptLimits(deps.db, deps.now, deps.limits),
    mailOrigin: deps.hasMail ? origin : null,
    apiKey: null,
    isStrong: true,
    isConfirmed: false,
    clientAddress: '',
    userAgent: null,
    headers: { expectedVersion: null },
    session: { start: ofRequest, end: ofRequest, device: ofRequest },
    guessing: { count: ofRequest, forgive: ofRequest },
    credential: { kind: 'session', tokenHash: Buffer.alloc(0) },
    afterResponse: ofRequest,
    noteAhead: ofRequest,
    ways: { provider: null, hasLocalAccounts: true },
    live: { listen: ofRequest, count: ofRequest, stop: ofRequest },
    installation: { pushHosts: null, concerns: ofRequest, backups: { isScheduled: false, places: [], copiedUpTo: () => null } },
  };
};
