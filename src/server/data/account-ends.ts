import type { Account } from '#server/data/accounts.ts';
import { endSessions } from '#server/data/ended-sessions.ts';
import { deleteSecondStep } from '#server/data/second-steps.ts';
import type { Database } from '#server/db/database.ts';

/** Ends all pending ways into the account: links, half-made passkeys, sign-ins that wait for their second step. */
export const endTokensOf = async (db: Database, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> => {
  await db.query({
    text: `delete from one_time_tokens
            where data->>'userId' = $1::text
               or (purpose = 'registration' and lower(data->>'email') = $2)`,
    values: [id, email.toLowerCase()],
  });
};

const OF_ACCOUNT = {
  passkeys: 'delete from passkeys where user_id = $1',
  knownDevices: 'delete from known_devices where user_id = $1',
  identities: 'delete from identities where user_id = $1',
  password: 'update users set password_hash = null where id = $1',
} as const;

/** Ends these ways into the account. */
export const endThese = async (db: Database, userId: number, ways: readonly ('sessions' | keyof typeof OF_ACCOUNT)[]): Promise<void> => {
  for (const way of ways) {
    await (way === 'sessions' ? endSessions(db, userId) : db.query({ text: OF_ACCOUNT[way], values: [userId] }));
  }
};

/** Ends every way into the account that belongs to it; keys belong to organizations. */
export const endWaysIn = async (db: Database, account: Pick<Account, 'id' | 'email'>): Promise<void> => {
  await endThese(db, account.id, ['sessions', 'passkeys', 'knownDevices', 'identities', 'password']);
  await deleteSecondStep(db, account.id);
  await endTokensOf(db, account);
};
