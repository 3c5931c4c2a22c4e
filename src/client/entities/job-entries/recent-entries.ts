import { theEngine } from '#client/data/engine-context.tsx';
import { asRecords, type Local, type Records } from '#client/data/local-rows.ts';
import { entriesFrom } from '#client/offline/public.ts';

type Entry = Local<Records['jobEntries']>;

/** What a user logged lately is told by so many of his entries. */
const ENOUGH = 30;
/** Rows looked through: most drivers find theirs among the first, and nobody waits for a season to be read. */
const LOOKED_THROUGH = [60, 240] as const;

const loggedLater = (left: Entry, right: Entry): number =>
  left.createdAt === right.createdAt ? right.id - left.id : left.createdAt < right.createdAt ? 1 : -1;

/** The entries that this user logged of late, as far as this device has them: the last one first, without names. */
export const readOwnEntries = async (orgId: number, userId: number): Promise<Entry[]> => {
  let own: Entry[] = [];
  for (const limit of LOOKED_THROUGH) {
    const rows = asRecords<'jobEntries'>(await entriesFrom(theEngine(), orgId, null, limit));
    own = rows.filter(({ createdBy }) => createdBy === userId);
    if (own.length >= ENOUGH || rows.length < limit) {
      break;
    }
  }
  return own.slice(0, ENOUGH).sort(loggedLater);
};
