import { type Identified, ProviderProblem, type SignInWays } from '#server/ports/identity.ts';
import type { PublicContext } from '#server/context.ts';
import { confirmSession } from '#server/data/confirmed-sessions.ts';
import { findAccountByIdentity } from '#server/data/identities.ts';
import { noteSecurityEvent } from '#server/data/security-events.ts';
import type { Database } from '#server/db/database.ts';

/** How far the provider's clock may be behind ours. */
const SLACK_MS = 60_000;

interface Deps {
  readonly db: Database;
  readonly ways: SignInWays;
}

interface Asked extends Pick<PublicContext, 'now' | 'clientAddress' | 'userAgent'> {
  /** When they left, in ms. */
  readonly since: number;
}

const notConfirmed = (why: string): ProviderProblem => new ProviderProblem('not-confirmed', why);

/**
 * Accepts that the session's person is who they are, as the provider has just asked them. Throws `ProviderProblem` if it was someone else,
 * or if it asked nobody.
 */
export const confirmByProvider = async (
  { db, ways }: Deps,
  caller: { readonly user: { readonly id: number }; readonly tokenHash: Buffer } | undefined,
  identified: Identified,
  asked: Asked,
): Promise<void> => {
  const account = await findAccountByIdentity(db, identified);
  if (caller === undefined || account?.id !== caller.user.id) {
    throw notConfirmed('Somebody else came back than who is signed in.');
  }
  // A provider that ignores `prompt` and `max_age` returns an older time.
  if (identified.authenticatedAt !== null && identified.authenticatedAt < asked.since - SLACK_MS) {
    throw notConfirmed('The identity provider did not ask again.');
  }
  await db.transaction(async (inside) => {
    await confirmSession(inside, caller.tokenHash, asked.now(), identified.isStrong || !ways.hasLocalAccounts);
    await noteSecurityEvent(inside, asked, { userId: account.id, kind: 'confirmed' });
  });
};
