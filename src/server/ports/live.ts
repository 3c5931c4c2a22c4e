import type { Readable } from 'node:stream';
import type { Credential } from './session.ts';

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
