/** A browser as its maker's service knows it (RFC 8030), and the keys with which only it reads what is sent (RFC 8291). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface Push {
  readonly target: PushTarget;
  /** What the browser is to read: at most 3,000 bytes. */
  readonly payload: string;
  /** A newer one of the same topic takes the place of one that the browser has not fetched yet. */
  readonly topic: string;
}

/**
 * What the service said. `gone`: there is no such browser any more. `refused`: not this one, ever. `later`: perhaps another time, and not
 * before `afterMs` if it named one.
 */
export type PushAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'later'; readonly why: string; readonly afterMs: number | null };

/** Hands notices over to the services of browsers' makers. */
export interface PushService {
  send(push: Push): Promise<PushAnswer>;
}
