import type { Database } from '#server/db/database.ts';

/** Starts and ends the session of the requesting browser. */
export interface SessionControl {
  /** `idToken` is that of a sign-in by the external identity provider; `isStrong`: it took two factors, such as a passkey and a finger. */
  start(db: Database, userId: number, by?: { readonly idToken?: string; readonly isStrong?: boolean }): Promise<void>;
  /** Returns the id token that the session was started with. */
  end(): Promise<string | null>;
  /** Recognizes a browser that signed in before; it grants nothing. */
  device(): string | undefined;
}

/** What authenticates a request: the session of a browser, or an API key. */
export type Credential =
  | { readonly kind: 'session'; readonly tokenHash: Buffer }
  | { readonly kind: 'key'; readonly organizationId: number; readonly id: number };
