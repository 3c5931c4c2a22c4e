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

interface RecentEntries {
  /** The most recent ones that this user logged: the latest first. */
  readonly own: readonly Entry[];
  /** What was looked through for them, of everyone: the newest first. */
  readonly all: readonly Entry[];
}

/** Recent entries as far as this device has them, without names. */
export const readRecentEntries = async (orgId: number, userId: number): Promise<RecentEntries> => {
  let own: Entry[] = [];
  let all: Entry[] = [];
  for (const limit of LOOKED_THROUGH) {
    all = asRecords<'jobEntries'>(await entriesFrom(theEngine(), orgId, null, limit));
    own = all.filter(({ createdBy }) => createdBy === userId);
    if (own.length >= ENOUGH || all.length < limit) {
      break;
    }
  }
  return { own: own.slice(0, ENOUGH).sort(loggedLater), all };
};

/** The most recent entries this user logged: the latest first, without names. */
export const readOwnEntries = async (orgId: number, userId: number): Promise<readonly Entry[]> =>
  (await readRecentEntries(orgId, userId)).own;
