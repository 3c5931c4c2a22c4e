import type { Readable } from 'node:stream';
import type { Credential } from './session.ts';

/** A listener, and where they listen from. */
export interface LiveListener {
  readonly userId: number;
  readonly credential: Credential;
  readonly address: string;
}

/** Sends the numbers of organizations' changes as they grow. */
export interface LiveNumbers {
  /**
   * Server-sent events for a user, in organizations where they are a member for as long as they are one; the stream ends with the
   * credential. 429 with too many.
   */
  listen(listener: LiveListener): Promise<Readable>;
  /** The number of current listeners. */
  count(): number;
  /** Ends all streams and accepts no more. */
  stop(): Promise<void>;
}
