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
