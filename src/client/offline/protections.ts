/**
 * Everything that keeps a change from being lost or doubled, by name. Tests turn one off and the suite has to fail (docs/offline.md lists
 * which test does); the app never does.
 */
export const PROTECTIONS = [
  /** Every attempt carries the same key. */
  'same-key',
  /** What was sent once is sent again word for word. */
  'frozen-body',
  /** Record, item, temporary id and files are kept in one transaction, before anybody says saved. */
  'one-transaction-enqueue',
  /** Id mapping, server row and end of the item are one transaction. */
  'one-transaction-success',
  /** Pulled rows and their cursor are one transaction. */
  'one-transaction-pull',
  /** Only the signed-in user's own items are sent. */
  'own-items-only',
  /** An answer counts only with the echo of the key. */
  'echo',
  /** An answer counts only if it is JSON and of the expected status. */
  'json',
  /** 401 keeps everything as it was. */
  'sign-in-is-no-refusal',
  /** 5xx is tried again. */
  'failure-is-no-refusal',
  /** What is refused stays. */
  'refused-stays',
  /** One drain at a time on a device. */
  'lock',
  /** An item is claimed by comparing what it was. */
  'claim',
  /** On start, what was under way is tried again. */
  'revive',
  /** Nothing that uses a temporary id goes before its record. */
  'temp-ids-first',
  /** Changes of one record go in their order. */
  'chain-order',
  /** A job's status and its entries keep their order. */
  'job-order',
  /** Temporary ids never repeat, whatever the clock does. */
  'growing-temp-ids',
  /** A change says which version it was made from. */
  'if-match',
  /** What two people changed differently goes to a person. */
  'ask-on-conflict',
  /** Of what somebody else changed, a deletion asks. */
  'ask-on-removal',
  /** A pulled row that is older than what is here is left. */
  'newer-version-wins',
  /** What was made here and is pulled before its answer comes is known by its key. */
  'known-by-key',
  /** A change made on a form that showed an older row keeps what was saved here since. */
  'onto-newest',
  /** Kinds of records that the copy was brought up to date without are fetched anew. */
  'lacking-kinds',
  /** 404 means gone only to a member. */
  'membership-before-gone',
  /** What a restored backup lost is offered again. */
  'new-epoch-offers-again',
  /** An entry goes after its files. */
  'files-first',
  /** A stranger's answer under our key (422) calls the earlier content back. */
  'call-back',
] as const;
export type Protection = (typeof PROTECTIONS)[number];

/** The protections that are off; empty but in tests. */
export type Unprotected = ReadonlySet<Protection>;
