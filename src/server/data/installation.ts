import type { Database } from '#server/db/database.ts';

/**
 * Once in the life of an installation: tells accounts of earlier versions, which all said that their address was verified, apart by whether
 * anybody can have verified it. Where no mail is sent only the identity provider can; with mail nobody knows any more, and all stay as they
 * are (decision 0039). Gives how many are unverified from here on.
 */
export const sortAddresses = (db: Database, { hasMail }: { readonly hasMail: boolean }, now: Date): Promise<number> =>
  db.transaction(async (inside) => {
    const first = await inside.query({
      text: 'update installation set addresses_sorted_at = $1 where addresses_sorted_at is null returning epoch',
      values: [now],
    });
    if (first.length === 0 || hasMail) {
      return 0;
    }
    const unverified = await inside.query({
      text: `update users set email_verified = false
              where email_verified and not exists (select from identities i where i.user_id = users.id) returning id`,
      values: [],
    });
    return unverified.length;
  });
