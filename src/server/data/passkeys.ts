import { and, asc, eq } from 'drizzle-orm';
import { unlessTaken } from '#server/data/unique.ts';
import type { Database } from '#server/db/database.ts';
import { passkeys } from '#server/db/tables/index.ts';
import { refusalMessage } from '#shared/lib/errors.ts';

export type StoredPasskey = typeof passkeys.$inferSelect;

/** The account's passkeys, oldest first. */
export const listPasskeys = (db: Database, userId: number): Promise<StoredPasskey[]> =>
  db.orm.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));

export const findPasskey = async (db: Database, credentialId: string): Promise<StoredPasskey | undefined> => {
  const [row] = await db.orm.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row;
};

export const insertPasskey = async (
  db: Database,
  passkey: Pick<StoredPasskey, 'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name' | 'createdAt'>,
): Promise<StoredPasskey> => {
  const [row] = await unlessTaken(
    { constraint: 'passkeys_credential_id_unique', path: 'response', message: refusalMessage('passkeyKnown') },
    db.orm.insert(passkeys).values(passkey).returning(),
  );
  if (!row) {
    throw new Error('The database returned no row for the new passkey.');
  }
  return row;
};

export const notePasskeyUse = async (db: Database, id: number, use: { counter: number; lastUsedAt: string }): Promise<void> => {
  await db.orm.update(passkeys).set(use).where(eq(passkeys.id, id));
};

/** Deletes one passkey of the account; does nothing if there is none with this id. */
export const deletePasskey = async (db: Database, userId: number, id: number): Promise<void> => {
  await db.orm.delete(passkeys).where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)));
};
