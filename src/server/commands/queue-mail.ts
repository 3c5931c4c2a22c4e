import { DAY_MS } from '#shared/lib/dates.ts';
import { safeReturnPath } from '#server/auth/return-path.ts';
import type { Mail } from '#server/ports/mail.ts';
import type { PublicContext } from '#server/context.ts';
import { insertMail } from '#server/data/mails.ts';
import type { Database } from '#server/db/database.ts';

interface PageWork {
  readonly confirm?: string;
  readonly reset?: string;
  /** Where to go next; the start page unless it is a page of this site. */
  readonly returnTo?: string | undefined;
}

/** The address of the sign-in page; its parameters are in the fragment, which no server and no log gets to see. */
export const ownPage = (origin: string, { returnTo, ...work }: PageWork = {}): string => {
  const path = safeReturnPath(returnTo);
  const hash = new URLSearchParams({ ...work, ...(path === '/' ? {} : { returnTo: path }) }).toString();
  return `${origin}/api/login?with=mail${hash === '' ? '' : `#${hash}`}`;
};

/** Queues a mail in the caller's transaction: mails are sent exactly if it commits. */
export const queueMail = (db: Database, ctx: Pick<PublicContext, 'now'>, mail: Mail, lifetimeMs = 3 * DAY_MS): Promise<void> => {
  const now = ctx.now();
  return insertMail(db, mail, { createdAt: now.toISOString(), expiresAt: new Date(now.getTime() + lifetimeMs).toISOString() });
};
