import { invalid, refusal } from '#shared/lib/errors.ts';
import { accountDeletedText } from '#server/commands/mail-texts.ts';
import { removeSample } from '#server/commands/forget-organizations.ts';
import { ownPage, queueMail } from '#server/commands/queue-mail.ts';
import { endKeysOf } from '#server/commands/take-over.ts';
import type { UserContext } from '#server/context.ts';
import { eraseAccount, eraseTraces, keepAuthor, listOwnedBy, listWorkedIn } from '#server/data/account-deletion.ts';
import { endWaysIn } from '#server/data/account-ends.ts';
import { type Account, lockAccount } from '#server/data/accounts.ts';
import { employeeTable, lockOwnEmployee } from '#server/data/employees.ts';
import type { Database } from '#server/db/database.ts';
import { Journal, writeJournal } from '#server/db/journal.ts';

const requireNothingOwned = (owned: readonly { readonly name: string }[]): void => {
  if (owned.length > 0) {
    throw refusal('conflict', 'ownsOrganizations', { names: owned.map(({ name }) => name) });
  }
};

/** Ends the membership as leaving does. What the person recorded stays, under the name that the organization knows them by. */
const leaveFor = async (db: Database, ctx: UserContext, account: Account, orgId: number): Promise<void> => {
  await db.enter(orgId);
  const journal = new Journal(orgId);
  const actor = { ...ctx, db, orgId, journal };
  const own = await lockOwnEmployee(actor);
  await keepAuthor(db, orgId, account);
  if (own) {
    await employeeTable.update(actor, own.id, { isUser: false, userId: null });
  }
  await eraseTraces(db, orgId, account.id);
  await writeJournal(db, journal, { userId: account.id, apiKeyId: null });
};

/**
 * Deletes the caller's account permanently and in one transaction: memberships, sessions, passkeys, identities, keys, devices, records of
 * its sign-ins, name and email. `typed` must be its email. The owner of an organization is refused; a sample company goes first.
 */
export const deleteAccount = async (ctx: UserContext, typed: string): Promise<void> => {
  if (typed.toLowerCase() !== ctx.user.email.toLowerCase()) {
    throw invalid('email', 'emailMistyped', { email: ctx.user.email });
  }
  const owned = await listOwnedBy(ctx.db, ctx.user.id);
  // First, so that whoever is refused keeps the sample company, too.
  requireNothingOwned(owned.filter(({ isSample }) => !isSample));
  for (const { id } of owned) {
    await removeSample(ctx, id);
  }
  await ctx.db.transaction(async (db) => {
    const account = await lockAccount(db, ctx.user.id);
    if (!account) {
      throw refusal('unauthenticated', 'signInFirst');
    }
    requireNothingOwned(await listOwnedBy(db, account.id));
    await endKeysOf(db, account);
    for (const orgId of await listWorkedIn(db, account.id)) {
      await leaveFor(db, ctx, account, orgId);
    }
    await endWaysIn(db, account);
    await eraseAccount(db, account.id);
    if (ctx.mailOrigin !== null) {
      const text = accountDeletedText(ownPage(ctx.mailOrigin), account.language ?? ctx.language);
      await queueMail(db, ctx, { recipient: account.email, ...text });
    }
  });
  await ctx.session.end();
};
