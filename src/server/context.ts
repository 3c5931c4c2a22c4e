import type { AccessLevel } from '#shared/access/roles.ts';
import type { User } from '#shared/domain/user.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Database } from '#server/db/database.ts';

/** Where the bytes of attached files lie: a folder today, a bucket tomorrow (decisions §11). */
export interface PhotoStore {
  /** Keeps the bytes under the name, durably; the same name always means the same bytes. */
  put(organizationId: number, name: string, bytes: Buffer): Promise<void>;
  /** The path of a kept file. */
  pathOf(organizationId: number, name: string): string;
}

/** Starts and ends the session of the browser that asks. */
export interface SessionControl {
  start(db: Database, userId: number): Promise<void>;
  end(): Promise<void>;
}

export type LimitName = 'signInOfAccount' | 'signInFromAddress' | 'registrationFromAddress';

/** What is limited, and whose attempts of it are counted. */
export type AttemptCounter = readonly [limit: LimitName, of: string];

/** Limits of attempts by account or address (decisions §10). */
export interface AttemptLimits {
  /** Counts an attempt before it is made, so that many at once cannot slip past; with too many under any counter it counts none and refuses with 429. */
  reserve(...counters: readonly AttemptCounter[]): Promise<void>;
  /** Takes an attempt back: it was right, or did not happen. */
  release(...counters: readonly AttemptCounter[]): Promise<void>;
}

/** What every handler gets: the request's transaction (reads and public calls: the pool), the clock, and who asks from where. */
export interface PublicContext {
  readonly db: Database;
  readonly now: () => Date;
  readonly photos: PhotoStore;
  readonly session: SessionControl;
  readonly limits: AttemptLimits;
  readonly clientAddress: string;
}

export interface UserContext extends PublicContext {
  readonly user: User & { readonly emailVerified: boolean };
}

/** The context of a call inside an organization: who asks is a member of `orgId`, with this level. */
export interface Context extends UserContext {
  readonly orgId: number;
  readonly level: AccessLevel;
  readonly employeeId: number;
}

/** The context that a handler of this endpoint receives. */
export type ContextOf<E extends Endpoint> = E['scope'] extends 'public' ? PublicContext : E['scope'] extends 'user' ? UserContext : Context;
