import type { AccessLevel } from '#shared/access/roles.ts';
import type { User } from '#shared/domain/user.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import type { Entity } from '#shared/kinds/registry.ts';
import { tableOf } from '#shared/kinds/spellings.ts';
import { SEES_ORGANIZATION, STAYS } from '#server/data/organization-deletion.ts';
import type { Database, Statement } from '#server/db/database.ts';

/** What a request is about: an organization, a record whose organization is to be found, or neither. */
export type Target =
  | { readonly kind: 'none' }
  | { readonly kind: 'organization'; readonly id: number }
  | { readonly kind: 'record'; readonly entity: Entity; readonly id: number };

/** The caller, and their role where the request leads. */
export interface Caller {
  readonly user: User & { readonly emailVerified: boolean };
  /** The organization of the target; null: there is no such record. */
  readonly orgId: number | null;
  readonly isDeleted: boolean;
  /** Null: the caller is no member there. */
  readonly membership: { readonly employeeId: number; readonly level: AccessLevel } | null;
  /** IANA name of the organization's time zone; null: it has none, or there is no organization. */
  readonly timeZone: string | null;
  /** Of a session; null: authenticated by a key. */
  readonly session: { readonly authenticatedAt: string; readonly isStrong: boolean } | null;
  /** Whether the organization requires a second step of its owner and admins. */
  readonly requiresSecondStep: boolean;
  /** When the session or the key was last noted as used. */
  readonly lastUsedAt: string | null;
  /** The epoch of the database at the moment of the query. */
  readonly epoch: string;
  /** When the caller was last noted as seen in that organization; null: never, or authenticated by a key. */
  readonly seenAt: string | null;
}

/** The key with which a program authenticates. */
export interface CallerKey {
  readonly id: number;
  readonly accessLevel: AccessLevel;
  readonly isReadOnly: boolean;
}

interface Row {
  id: number;
  email: string;
  firstName: string | null;
  lastName: string | null;
  emailVerified: boolean;
  language: LanguageId | null;
  lastUsedAt: string | null;
  seenAt?: string | null;
  orgId: number | null;
  isDeleted: boolean | null;
  employeeId: number | null;
  level: AccessLevel | null;
  timeZone: string | null;
  requiresSecondStep: boolean | null;
  authenticatedAt?: string;
  isStrong?: boolean;
  answer?: string;
  keyId: number;
  keyLevel: AccessLevel;
  isReadOnly: boolean;
  epoch: string;
}

const nameOf = (target: Target): string => (target.kind === 'record' ? target.entity : target.kind);

/** The organization of the target as `o`; `parameter` is the placeholder of its id. */
const targetTable = (target: Target, parameter: string): string => {
  switch (target.kind) {
    case 'none':
      return 'left join (select null::int as organization_id, false as is_deleted) o on true';
    case 'organization':
      return `left join (select ${parameter}::int as organization_id, false as is_deleted) o on true`;
    case 'record':
      return `left join lateral (select organization_id, deleted_at is not null as is_deleted
                                   from ${tableOf(target.entity)} where id = ${parameter}) o on true`;
  }
};

const userBy = ({
  epochs,
}: Database): string => `u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.email_verified as "emailVerified", u.language,
  o.organization_id as "orgId", o.is_deleted as "isDeleted", m.id as "employeeId", m.access_level as level,
  (select z.time_zone from organizations z where z.id = o.organization_id) as "timeZone",
  (select z.requires_second_step from organizations z where z.id = o.organization_id) as "requiresSecondStep",
  ${epochs?.now ?? '(select epoch from installation)'} as epoch`;
const MEMBERSHIP = `left join employees m on m.organization_id = o.organization_id and m.user_id = u.id and m.is_user and m.deleted_at is null and`;

const idOf = (target: Target): number[] => (target.kind === 'none' ? [] : [target.id]);

const toCaller = (row: Row): Caller => ({
  user: {
    id: row.id,
    email: row.email,
    username: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    emailVerified: row.emailVerified,
    language: row.language,
  },
  orgId: row.orgId,
  isDeleted: row.isDeleted ?? false,
  membership: row.employeeId === null || row.level === null ? null : { employeeId: row.employeeId, level: row.level },
  timeZone: row.timeZone,
  session: row.authenticatedAt === undefined ? null : { authenticatedAt: row.authenticatedAt, isStrong: row.isStrong === true },
  requiresSecondStep: row.requiresSecondStep ?? false,
  lastUsedAt: row.lastUsedAt,
  seenAt: row.seenAt ?? null,
  epoch: row.epoch,
});

type Asked = Omit<Row, 'epoch'> & { readonly epoch: string | null };

/** If the database is not the one that its epoch was written for, a transaction settles that as it begins: the query is repeated in one. */
const ask = async (db: Database, statement: Statement): Promise<Row | undefined> => {
  let [row] = await db.query<Asked>(statement);
  if (row?.epoch === null) {
    [row] = await db.transaction((inside) => inside.query<Asked>(statement));
  }
  if (row === undefined) {
    return undefined;
  }
  const { epoch, ...rest } = row;
  if (epoch === null) {
    throw new Error('The database was settled and is yet another one.');
  }
  db.epochs?.observe(epoch);
  return { ...rest, epoch };
};

/** Session, account, record, membership and when they were last here in one statement, because every request needs them. */
const bySession = (db: Database, target: Target): string =>
  `select ${userBy(db)}, s.last_seen_at as "lastUsedAt", t.seen_at as "seenAt",
          s.authenticated_at as "authenticatedAt", s.is_strong as "isStrong"
     from sessions s join users u on u.id = s.user_id ${targetTable(target, '$3')} ${MEMBERSHIP} ${SEES_ORGANIZATION}
     left join member_times t on t.organization_id = m.organization_id and t.user_id = u.id
    where s.token_hash = $1 and s.expires_at > $2`;

/** A caller, and the whole answer about them as text. */
export interface FoundCaller {
  readonly caller: Caller;
  readonly answer: string;
}

/** The user of a session that has not ended at `now`. */
export const findCallerBySession = async (db: Database, tokenHash: Buffer, now: Date, target: Target): Promise<FoundCaller | undefined> => {
  const row = await ask(db, {
    name: `caller-by-session-${nameOf(target)}`,
    text: `select c.*, c::text as answer from (${bySession(db, target)}) c`,
    values: [tokenHash, now, ...idOf(target)],
  });
  return row && { caller: toCaller(row), answer: row.answer ?? '' };
};

/** A question that travels with others. */
export interface CallerQuestion {
  readonly statement: Statement;
  /** Whether everything is still as it was when they were found. */
  readonly isSame: (rows: readonly object[]) => boolean;
}

/** Asks again for the user of a session: one text is sooner made, sent and compared than twenty columns. */
export const askAgain = (db: Database, tokenHash: Buffer, now: Date, target: Target, { answer }: FoundCaller): CallerQuestion => ({
  statement: {
    name: `caller-again-${nameOf(target)}`,
    text: `select c::text as answer from (${bySession(db, target)}) c`,
    values: [tokenHash, now, ...idOf(target)],
  },
  isSame: ([row]) => row !== undefined && 'answer' in row && row.answer === answer,
});

/** The user of an API key that was not revoked. */
export const findCallerByKey = async (
  db: Database,
  key: { organizationId: number; secretHash: Buffer },
  target: Target,
): Promise<(Caller & { key: CallerKey }) | undefined> => {
  const row = await ask(db, {
    name: `caller-by-key-${nameOf(target)}`,
    text: `select ${userBy(db)}, k.last_used_at as "lastUsedAt", k.id as "keyId", k.access_level as "keyLevel", k.is_read_only as "isReadOnly"
             from api_keys k join users u on u.id = k.user_id ${targetTable(target, '$3')} ${MEMBERSHIP} ${STAYS}
            where k.organization_id = $1 and k.secret_hash = $2 and k.revoked_at is null`,
    values: [key.organizationId, key.secretHash, ...idOf(target)],
  });
  return row && { ...toCaller(row), key: { id: row.keyId, accessLevel: row.keyLevel, isReadOnly: row.isReadOnly } };
};
