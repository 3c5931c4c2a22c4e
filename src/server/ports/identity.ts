/** What the external identity provider says of a person. */
export interface Identified {
  readonly issuer: string;
  /** Its own name for him, which never changes and is never given to another. */
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly idToken: string;
  /** Whether it says that two things were shown (`amr`). */
  readonly isStrong: boolean;
  /** When they showed it who they are, in ms (`auth_time`); null: it does not say. */
  readonly authenticatedAt: number | null;
}

/** Why a sign-in by the external identity provider did not work; the sign-in page has words for each. */
export type ProviderProblemKind =
  | 'provider-down'
  | 'provider-refused'
  | 'sign-in-stale'
  | 'cancelled'
  | 'email-missing'
  | 'email-unverified'
  | 'email-taken'
  | 'not-confirmed';

/** A sign-in by the external identity provider that did not work. The message is for the log. */
export class ProviderProblem extends Error {
  readonly kind: ProviderProblemKind;

  constructor(kind: ProviderProblemKind, message: string) {
    super(message);
    this.name = 'ProviderProblem';
    this.kind = kind;
  }
}

/** What the way back from the provider must fit. */
interface ProviderChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The external identity provider (decisions §3). */
export interface Provider {
  /**
   * Where to send the browser, and what to remember of it; throws `ProviderProblem` if the provider cannot be reached. `asksAgain`: the
   * provider is to ask who it is even where somebody is signed in with it.
   */
  begin(redirectUri: string, options: { readonly asksAgain: boolean }): Promise<ProviderChecks & { readonly address: string }>;
  /** Who came back to this address; throws `ProviderProblem`. */
  finish(callback: URL, checks: ProviderChecks): Promise<Identified>;
  /** Where the browser ends its session there, too; null if the provider cannot be reached or knows no such thing. */
  endAddress(idToken: string, returnTo: string): Promise<string | null>;
}

/** How people sign in to this installation (decisions §3). */
export interface SignInWays {
  /** Null: there is none. */
  readonly provider: Provider | null;
  /** Whether there are accounts of this installation. */
  readonly hasLocalAccounts: boolean;
}
