import type { Database } from '#server/db/database.ts';

/** Starts and ends the session of the browser that asks. */
export interface SessionControl {
  /** `idToken` is that of a sign-in by the external identity provider; `isStrong`: it took two things, such as a passkey and a finger. */
  start(db: Database, userId: number, by?: { readonly idToken?: string; readonly isStrong?: boolean }): Promise<void>;
  /** Gives the id token that the session was started with. */
  end(): Promise<string | null>;
  /** By which a browser is known again in which somebody signed in before; it opens nothing. */
  device(): string | undefined;
}

/** By what a request is known: the session of a browser, or an API key. */
export type Credential =
  | { readonly kind: 'session'; readonly tokenHash: Buffer }
  | { readonly kind: 'key'; readonly organizationId: number; readonly id: number };
