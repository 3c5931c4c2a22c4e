import type { Limits } from '#server/limits.ts';
import type { Database } from '#server/db/database.ts';
import type { Message } from '#shared/messages/message.ts';

export type LimitName =
  | 'linkFromAddress'
  | 'passkeyFromAddress'
  | 'registrationFromAddress'
  | 'providerFromAddress'
  | 'resetFromAddress'
  | 'mailToAddress'
  | 'invitationMailOfOrganization'
  | 'billMailOfOrganization'
  | 'billMailToAddress'
  | 'tableOfOrganization'
  | 'importOfAccount'
  | 'exportOfOrganization'
  | 'organizationOfAccount'
  | 'sampleOfAccount'
  | 'invitationOfAccount'
  | 'mailOfAccount'
  | 'mailOfOrganization'
  | 'mailOfInstallation'
  | 'requestOfAccount'
  | 'requestOfOrganization'
  | 'writeOfAccount'
  | 'writeOfOrganization'
  | 'codeOfSignIn'
  | 'codeOfAccount'
  | 'confirmationOfSession';

/** What is limited, and whose attempts are counted. */
export type AttemptCounter = readonly [limit: LimitName, subject: string];

/** Limits of attempts by account, organization or address (specification 9.14). */
export interface AttemptLimits {
  /** The numbers of the settings. */
  readonly settings: Limits;
  /** The same limits, counted in the caller's transaction: what is rolled back was not attempted. */
  within(db: Database): AttemptLimits;
  /**
   * Counts an attempt before it is made, so that many at once cannot slip past; if any counter is over its limit, it counts none and
   * refuses with 429.
   */
  reserve(...counters: readonly AttemptCounter[]): Promise<void>;
  /**
   * Counts an attempt and refuses with 429 and this message if it is one too many. In a transaction others under the same counter wait for
   * its end.
   */
  take(counter: AttemptCounter, message: Message): Promise<void>;
  /** Counts an attempt and returns whether it was within the limit, for what is silently left undone otherwise. */
  allow(counter: AttemptCounter): Promise<boolean>;
  /** Uncounts an attempt: it was right, or did not happen. */
  release(...counters: readonly AttemptCounter[]): Promise<void>;
}

/** The counters of wrong passwords; `auth/guessing.ts` says how many. */
export type GuessKind = 'stranger' | 'strangers' | 'network' | 'device' | 'confirmation';

export type Bucket = readonly [kind: GuessKind, subject: string];

/** Counts tries at passwords, outside the request's transaction, because a refusal rolls that back. */
export interface Guessing {
  /** Counts a try before it is made, so that many at once cannot slip past; throws `Slowed` and counts nothing if it has to wait. */
  count(buckets: readonly Bucket[]): Promise<void>;
  /** Uncounts a try: it was right. */
  forgive(buckets: readonly Bucket[]): Promise<void>;
}
