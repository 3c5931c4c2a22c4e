import type { Readable } from 'node:stream';
import type { AccessLevel } from '#shared/access/roles.ts';
import type { User } from '#shared/domain/user.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { LanguageId } from '#shared/lib/languages.ts';
import type { Limits } from '#server/limits.ts';
import type { Health } from '#server/health.ts';
import type { Database } from '#server/db/database.ts';
import type { Journal } from '#server/db/journal.ts';

/** Bytes that have arrived in the photo store and have no name yet. Unless they are kept they are discarded. */
export interface ReceivedFile {
  /** Of all bytes, in lowercase hex. */
  readonly sha256: string;
  readonly byteLength: number;
  /** The first bytes, by which the kind of the file is known. */
  readonly head: Buffer;
  /** Makes the bytes appear under the name: whole, and durably before this returns. Does nothing if they are there; may be called again. */
  keep(name: string): Promise<void>;
  /** Forgets bytes that were not kept. */
  discard(): Promise<void>;
}

/** First and last byte, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A name under which the store keeps bytes. */
export interface StoredFile {
  readonly name: string;
  readonly keptAt: Date;
}

/**
 * Where the bytes of attached files lie, each organization's apart: a folder today, a bucket tomorrow (decisions §11).
 * The same name always means the same bytes. Which names an organization holds is known by the rows of `photos` alone.
 */
export interface PhotoStore {
  /** Takes bytes as they arrive; refuses with `too_large` after `maxBytes`, and then as when the bytes end in an error nothing is left. */
  receive(organizationId: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile>;
  /** The bytes, or a range of them; undefined if there are none of this name. Who asks reads or destroys the stream. */
  open(organizationId: number, name: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Bytes under the name; undefined if there are none. */
  size(organizationId: number, name: string): Promise<number | undefined>;
  /** Takes away what is under the name, and its thumbnail. */
  remove(organizationId: number, name: string): Promise<void>;
  /** Everything that is kept, thumbnails too. */
  list(organizationId: number): AsyncIterable<StoredFile>;
  /** Takes away what began to arrive before this moment and was neither kept nor discarded: a process died meanwhile. */
  discardBefore(organizationId: number, moment: Date): Promise<void>;
}

/** A mail as somebody reads it: text, in which a link is a line of its own. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Where answers go; left out: nowhere. */
  readonly replyTo?: string;
  readonly attachment?: { readonly name: string; readonly bytes: Buffer };
  /** What tells that it was sent, and is taken back if no mail server takes it. */
  readonly event?: { readonly organizationId: number; readonly billingEventId: number };
}

/** The mail server will never take a mail to this recipient. */
export class Undeliverable extends Error {}

/** Hands mails over to a mail server. */
export interface Post {
  /** Returns when the server has taken the mail; throws `Undeliverable`, or another error if a later try may succeed. */
  send(mail: Mail & { readonly id: number; readonly createdAt: string }): Promise<void>;
}

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

/** Who listens, and from where. */
export interface LiveListener {
  readonly userId: number;
  readonly credential: Credential;
  readonly address: string;
}

/** Tells of the numbers of organizations' changes as they grow. */
export interface LiveNumbers {
  /** Server-sent events for a user, in organizations where he is a member for as long as he is one; the stream ends with the credential. 429 with too many. */
  listen(listener: LiveListener): Promise<Readable>;
  /** How many listen now. */
  count(): number;
  /** Ends all streams and takes no more. */
  stop(): Promise<void>;
}

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
  | 'importOfAccount'
  | 'exportOfOrganization'
  | 'organizationOfAccount'
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

/** What is limited, and whose attempts of it are counted. */
export type AttemptCounter = readonly [limit: LimitName, of: string];

/** Limits of attempts by account, organization or address (decisions §10). */
export interface AttemptLimits {
  /** The numbers of the settings. */
  readonly settings: Limits;
  /** The same limits, counted in the caller's transaction: what is not made was not tried. */
  within(db: Database): AttemptLimits;
  /** Counts an attempt before it is made, so that many at once cannot slip past; with too many under any counter it counts none and refuses with 429. */
  reserve(...counters: readonly AttemptCounter[]): Promise<void>;
  /** Counts an attempt and refuses with 429 and this sentence if it is one too many. In a transaction others under the same counter wait for its end. */
  take(counter: AttemptCounter, sentence: string): Promise<void>;
  /** Counts an attempt and says whether it was within the limit, for what is left undone without a word. */
  allow(counter: AttemptCounter): Promise<boolean>;
  /** Takes an attempt back: it was right, or did not happen. */
  release(...counters: readonly AttemptCounter[]): Promise<void>;
}

/** Under what wrong passwords are counted; `auth/guessing.ts` says how many. */
export type GuessKind = 'stranger' | 'strangers' | 'network' | 'device' | 'confirmation';

export type Bucket = readonly [kind: GuessKind, of: string];

/** Counts tries at passwords, outside the request's transaction, for a refusal rolls that back. */
export interface Guessing {
  /** Counts a try before it is made, so that many at once cannot slip past; throws `Slowed` and counts nothing if it has to wait. */
  count(buckets: readonly Bucket[]): Promise<void>;
  /** Takes a try back: it was right. */
  forgive(buckets: readonly Bucket[]): Promise<void>;
}

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
