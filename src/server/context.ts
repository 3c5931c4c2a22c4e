import type { AccessLevel } from '#shared/access/roles.ts';
import type { User } from '#shared/domain/user.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import type { Database } from '#server/db/database.ts';
import type { Journal } from '#server/db/journal.ts';
import type { Health } from '#server/health.ts';
import type { PhotoStore } from '#server/ports/files.ts';
import type { SignInWays } from '#server/ports/identity.ts';
import type { AttemptLimits, Guessing } from '#server/ports/limits.ts';
import type { LiveNumbers } from '#server/ports/live.ts';
import type { Credential, SessionControl } from '#server/ports/session.ts';

/** What every handler gets: the request's transaction (reads and public calls: the pool), the clock, the caller and where they ask from. */
export interface PublicContext {
  readonly db: Database;
  readonly now: () => Date;
  readonly photos: PhotoStore;
  /** A folder for packing and unpacking; its contents are of no further use. */
  readonly scratchFolder: string;
  readonly session: SessionControl;
  readonly limits: AttemptLimits;
  readonly guessing: Guessing;
  /** Runs work after the request was answered, outside its transaction. */
  readonly afterResponse: (work: (db: Database) => Promise<void>) => void;
  readonly clientAddress: string;
  /** The user agent of the browser or program; null: none. At most 300 characters. */
  readonly userAgent: string | null;
  readonly ways: SignInWays;
  /** The base address of mailed links: never what a request claims. Null: this installation sends no mail. */
  readonly mailOrigin: string | null;
  /** The origin by which browsers reach the program: that of the settings, else that of the request. */
  readonly origin: string;
  readonly live: LiveNumbers;
  readonly installation: KnownInstallation;
  /** Notes that a device knows later changes of the organization than the database. */
  readonly noteAhead: (organizationId: number) => void;
  /** The request's preferred language: for mails to a person whose account has no language of its own. */
  readonly language: LanguageId;
}

/** What this process knows about its installation besides what is in tables. */
export interface KnownInstallation {
  /** Services of notices that the operator added to those that are known; null: notices are switched off. */
  readonly pushHosts: readonly string[] | null;
  /** What is wrong; worst first. */
  readonly concerns: Health['concerns'];
  readonly backups: {
    /** Whether they are scheduled. */
    readonly isScheduled: boolean;
    /** Where they are stored, for a person. */
    readonly places: readonly string[];
    /** Up to when every change is in a copy of the write-ahead log; null: it is not copied. */
    readonly copiedUpTo: () => Date | null;
  };
}

export interface UserContext extends PublicContext {
  readonly user: User & { readonly emailVerified: boolean };
  /** The key with which a program acts for the user: it knows no organization but its own. Null: the user acts in person. */
  readonly apiKey: { readonly id: number; readonly organizationId: number } | null;
  readonly credential: Credential;
  /** Whether two factors were shown when the session began or since; not required of a program with a key. */
  readonly isStrong: boolean;
  /** Whether the session's person has recently proved their identity (`CONFIRMED_MINUTES`); not required of a program with a key. */
  readonly isConfirmed: boolean;
  /** Records every change of the request's transaction. */
  readonly journal: Journal;
}

/** The context of a call inside an organization: the caller is a member of `orgId`, with this level. */
export interface Context extends UserContext {
  readonly orgId: number;
  readonly level: AccessLevel;
  readonly employeeId: number;
  /** IANA name; null: not set yet. See `todayOf`. */
  readonly timeZone: string | null;
  /** `If-Match`: the version of the record that the change was based on. For records the HTTP layer has checked it already. */
  readonly headers: { readonly expectedVersion: number | null };
}

/** The context that a handler of this endpoint receives. */
export type ContextOf<E extends Endpoint> = E['scope'] extends 'public' ? PublicContext : E['scope'] extends 'user' ? UserContext : Context;
