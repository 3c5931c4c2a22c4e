import { findWaitingEmployees, giveAccess } from '#server/data/employees.ts';
import type { Database } from '#server/db/database.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';

/**
 * Grants a verified account the access that waits for its email in any organization (specification 7.5), inside the caller's transaction.
 * Organizations come in the order of their ids, so that two such transactions never deadlock.
 */
export const claimMemberships = async (db: Database, account: { readonly id: number; readonly email: string }): Promise<boolean> => {
  const waiting = await findWaitingEmployees(db, account.id, account.email);
  for (const { id, orgId } of waiting) {
    await db.enter(orgId);
    const journal = new Journal(orgId);
    await giveAccess({ db, orgId, journal, user: account }, id, account.id);
    await writeJournal(db, journal, { userId: account.id, apiKeyId: null });
  }
  return waiting.length > 0;
};
