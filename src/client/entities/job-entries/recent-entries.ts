import { theEngine } from '#client/data/engine-context.tsx';
import { asRecords, type Local, type Records } from '#client/data/local-rows.ts';
import { entriesFrom } from '#client/offline/public.ts';

type Entry = Local<Records['jobEntries']>;

/** Recent choices are derived from this many of a user's entries. */
const ENOUGH = 30;
/** Rows examined: most drivers find their own among the first, and nobody waits for a whole season to be read. */
const LOOKED_THROUGH = [60, 240] as const;

const loggedLater = (left: Entry, right: Entry): number =>
  left.createdAt === right.createdAt ? right.id - left.id : left.createdAt < right.createdAt ? 1 : -1;

/** The most recent entries this user logged, as far as this device has them: the latest first, without names. */
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
