/** A mail as it is read: text, in which a link is a line of its own. */
export interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** Reply-To; default: none. */
  readonly replyTo?: string;
  readonly attachment?: { readonly name: string; readonly bytes: Buffer };
  /** The event that records that it was sent, and is undone if no mail server takes it. */
  readonly event?: { readonly organizationId: number; readonly billingEventId: number };
}

/** The mail server will never take a mail to this recipient; `answer` is what it said, if it was asked. */
export class Undeliverable extends Error {
  readonly answer: string | null;

  constructor(message: string, answer: string | null = null) {
    super(message);
    this.answer = answer;
  }
}

/** Hands mails over to a mail server. */
export interface Post {
  /** Returns when the server has taken the mail; throws `Undeliverable`, or another error if a later try may succeed. */
  send(mail: Mail & { readonly id: number; readonly createdAt: string }): Promise<void>;
}
