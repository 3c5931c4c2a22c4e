import { type SecurityEventKind, SIGN_IN_KINDS } from '#shared/domain/security-event.ts';
import { deviceNameOf } from '#shared/lib/device-name.ts';
import { attemptLimits } from '#server/auth/attempt-limits.ts';
import { newDeviceText } from '#server/commands/mail-texts.ts';
import { ownPage, queueMail } from '#server/commands/queue-mail.ts';
import type { PublicContext } from '#server/context.ts';
import type { Account } from '#server/data/accounts.ts';
import { listKnownAgents, noteSecurityEvent } from '#server/data/security-events.ts';
import type { Database } from '#server/db/database.ts';

type From = Pick<PublicContext, 'now' | 'clientAddress' | 'userAgent' | 'mailOrigin' | 'language'>;

interface SignIn {
  readonly kind: SecurityEventKind;
  readonly detail?: string;
}

/** Browser and system tell devices apart: versions change every month. The first device of an account is not reported. */
const isNewDevice = async (db: Database, { userAgent }: From, userId: number): Promise<boolean> => {
  const known = new Set((await listKnownAgents(db, userId, SIGN_IN_KINDS)).map(deviceNameOf));
  return known.size > 0 && !known.has(deviceNameOf(userAgent ?? ''));
};

/**
 * Notes a sign-in, in the transaction that starts its session and before that, or its device would be known. For a kind of device that the
 * account was never used from before, its person gets a mail: there are a few dozen kinds, so no mailbox is filled.
 */
export const noteSignIn = async (db: Database, from: From, account: Account, signIn: SignIn): Promise<void> => {
  const isNew = await isNewDevice(db, from, account.id);
  await noteSecurityEvent(db, from, { userId: account.id, ...signIn });
  if (isNew && from.mailOrigin !== null && (await attemptLimits(db, from.now).allow(['mailToAddress', account.email.toLowerCase()]))) {
    const device = deviceNameOf(from.userAgent ?? '');
    const text = newDeviceText(device, ownPage(from.mailOrigin), account.language ?? from.language);
    await queueMail(db, from, { recipient: account.email, ...text });
  }
};
