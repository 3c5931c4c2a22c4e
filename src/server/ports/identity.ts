/** A person as the external identity provider describes them. */
export interface Identified {
  readonly issuer: string;
  /** The provider's own identifier of the person, which never changes and is never reassigned. */
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly idToken: string;
  /** Whether it reports two factors (`amr`). */
  readonly isStrong: boolean;
  /** When they authenticated there, in ms (`auth_time`); null: it does not say. */
  readonly authenticatedAt: number | null;
}

/** Why a sign-in by the external identity provider failed; the sign-in page has words for each. */
export type ProviderProblemKind =
  | 'provider-down'
  | 'provider-refused'
  | 'sign-in-stale'
  | 'cancelled'
  | 'email-missing'
  | 'email-unverified'
  | 'email-taken'
  | 'not-confirmed';

/** A sign-in by the external identity provider that failed. The message is for the log. */
export class ProviderProblem extends Error {
  readonly kind: ProviderProblemKind;

  constructor(kind: ProviderProblemKind, message: string) {
    super(message);
    this.name = 'ProviderProblem';
    this.kind = kind;
  }
}

/** What the return from the provider must match. */
interface ProviderChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The external identity provider (specification 7.1). */
export interface Provider {
  /**
   * Where to send the browser, and what to remember about it; throws `ProviderProblem` if the provider cannot be reached. `asksAgain`: the
   * provider is to authenticate the user again even if they are signed in there.
   */
  begin(redirectUri: string, options: { readonly asksAgain: boolean }): Promise<ProviderChecks & { readonly address: string }>;
  /** The person who came back to this address; throws `ProviderProblem`. */
  finish(callback: URL, checks: ProviderChecks): Promise<Identified>;
  /** Where the browser ends its session there, too; null if the provider cannot be reached or does not support it. */
  endAddress(idToken: string, returnTo: string): Promise<string | null>;
}

/** How people sign in to this installation (specification 7.1). */
export interface SignInWays {
  /** Null: there is none. */
  readonly provider: Provider | null;
  /** Whether there are accounts of this installation. */
  readonly hasLocalAccounts: boolean;
}
