import { makePushKeys, type PushKeys } from '#server/push/vapid.ts';
import type { Database } from '#server/db/database.ts';

const find = async (db: Database): Promise<PushKeys | undefined> => {
  const [row] = await db.query<PushKeys>({
    name: 'push-keys',
    text: 'select public_key as "publicKey", private_key as "privateKey" from push_keys where place = 1',
    values: [],
  });
  return row;
};

/**
 * The pair by which services of browsers know this installation, made when it is first needed: of two processes at once one makes it. A
 * backup holds it, so browsers still listen after a restore.
 */
export const keptPushKeys = async (db: Database): Promise<PushKeys> => {
  const known = await find(db);
  if (known !== undefined) {
    return known;
  }
  const { publicKey, privateKey } = makePushKeys();
  await db.query({
    text: 'insert into push_keys (place, public_key, private_key) values (1, $1, $2) on conflict (place) do nothing',
    values: [publicKey, privateKey],
  });
  const made = await find(db);
  if (made === undefined) {
    throw new Error('The keys of notices were not kept.');
  }
  return made;
};
