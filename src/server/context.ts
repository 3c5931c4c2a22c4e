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

/** What every handler gets: the request's transaction (reads and public calls: the pool), the clock, and who asks from where. */
export interface PublicContext {
  readonly db: Database;
  readonly now: () => Date;
  readonly photos: PhotoStore;
  /** A folder for what is being packed or unpacked; what lies there is of use to nobody else. */
  readonly scratchFolder: string;
  readonly session: SessionControl;
  readonly limits: AttemptLimits;
  readonly guessing: Guessing;
  /** Does something when the request was answered, outside its transaction. */
  readonly later: (work: (db: Database) => Promise<void>) => void;
  readonly clientAddress: string;
  /** What the browser or program calls itself; null: nothing. At most 300 characters. */
  readonly userAgent: string | null;
  readonly ways: SignInWays;
  /** What mailed links begin with: never what a request claims. Null: this installation sends no mail. */
  readonly mailOrigin: string | null;
  /** The origin by which browsers reach the program: that of the settings, else the one that was asked. */
  readonly origin: string;
  readonly live: LiveNumbers;
  readonly installation: KnownInstallation;
  /** Takes note that a device knows later changes of the organization than the database. */
  readonly noteAhead: (organizationId: number) => void;
  /** What the request would rather be answered in: for mails to somebody whose account has no language of its own. */
  readonly language: LanguageId;
}

/** What this process knows of its installation beside what stands in tables. */
export interface KnownInstallation {
  /** What is wrong; the worst first. */
  readonly concerns: Health['concerns'];
  readonly backups: {
    /** Whether they are made by themselves. */
    readonly isScheduled: boolean;
    /** Where they lie, for a person. */
    readonly places: readonly string[];
    /** Up to when every change is in a copy of the write-ahead log; null: it is not copied. */
    readonly copiedUpTo: () => Date | null;
  };
}

export interface UserContext extends PublicContext {
  readonly user: User & { readonly emailVerified: boolean };
  /** The key by which a program asks for the user: it knows no organization but its own. Null: the user asks himself. */
  readonly apiKey: { readonly id: number; readonly organizationId: number } | null;
  readonly credential: Credential;
  /** Whether two things were shown when the session began or since; a program with a key is not asked. */
  readonly isStrong: boolean;
  /** Whether the session's person has shown lately who they are (`CONFIRMED_MINUTES`); a program with a key is not asked. */
  readonly isConfirmed: boolean;
  /** Takes down every change of the request's transaction. */
  readonly journal: Journal;
}

/** The context of a call inside an organization: who asks is a member of `orgId`, with this level. */
export interface Context extends UserContext {
  readonly orgId: number;
  readonly level: AccessLevel;
  readonly employeeId: number;
  /** IANA name; null: nobody has said it yet. See `todayOf`. */
  readonly timeZone: string | null;
  /** `If-Match`: the version of the record that the change was made from. Of records the HTTP layer has seen to it already. */
  readonly headers: { readonly expectedVersion: number | null };
}

/** The context that a handler of this endpoint receives. */
export type ContextOf<E extends Endpoint> = E['scope'] extends 'public' ? PublicContext : E['scope'] extends 'user' ? UserContext : Context;
