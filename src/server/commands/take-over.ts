import type { PublicContext } from '#server/context.ts';
import { type Account, lockAccount, setVerified } from '#server/data/accounts.ts';
import { endWaysIn } from '#server/data/account-ends.ts';
import { listKeysOf, revokeApiKey } from '#server/data/api-keys.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';
import type { Database } from '#server/db/database.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';

/** Revokes every key that the account made, in any organization. Organizations come in the order of their ids, as when claiming. */
export const endKeysOf = async (db: Database, account: Pick<Account, 'id'>): Promise<void> => {
  const keys = await listKeysOf(db, account.id);
  for (const orgId of new Set(keys.map(({ organizationId }) => organizationId))) {
    await db.enter(orgId);
    const journal = new Journal(orgId);
    for (const { id } of keys.filter(({ organizationId }) => organizationId === orgId)) {
      await revokeApiKey({ db, orgId, journal }, id);
    }
    await writeJournal(db, journal, { userId: account.id, apiKeyId: null });
  }
};

/**
 * Ends every existing way into the account: sessions, password, passkeys, identities, known devices, pending links and the keys that it
 * made. What it owns and where it is a member stays. Any further way into an account has to end here, too.
 */
export const endEverythingBefore = async (db: Database, account: Pick<Account, 'id' | 'email'>): Promise<void> => {
  await endWaysIn(db, account);
  await endKeysOf(db, account);
};

type Circumstances = Pick<PublicContext, 'now' | 'clientAddress' | 'userAgent'>;

/**
 * The verified owner of an address takes over an account whose address was never verified: it is theirs from here on, and its maker is
 * locked out (decision 0039). False: it was verified already, and nothing was done.
 */
export const takeOverUnverified = async (db: Database, ctx: Circumstances, account: Pick<Account, 'id' | 'email'>): Promise<boolean> => {
  const held = await lockAccount(db, account.id);
  if (!held || held.emailVerified) {
    return false;
  }
  await endEverythingBefore(db, account);
  await setVerified(db, account.id);
  await noteSecurityEvent(db, ctx, { userId: account.id, kind: 'account-taken-over' });
  return true;
};
