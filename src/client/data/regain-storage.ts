import { theEngine } from '#client/data/engine-context.tsx';
import { rememberedUser } from '#client/data/session.ts';
import { enter } from '#client/data/start-engine.ts';
import { isTempId, keepChange, keepRecords, signedInUser, ViewEnded, type WriteIntent, type Written } from '#client/offline/public.ts';

/** Sets up emptied storage as this user's copy again, with the record that the form is about as it was shown. */
const regain = async ({ store, orgId, id, seen }: WriteIntent, userId: number): Promise<void> => {
  const engine = theEngine();
  await enter(engine, userId);
  // A record with own changes, which were lost with the storage, is not the server's version.
  if (seen && id !== undefined && !isTempId(id) && seen.sync === undefined) {
    await keepRecords(engine, store, orgId, [seen]);
  }
  engine.look();
};

/**
 * Keeps a change. If the browser has emptied the storage under the open form, it is first set up again for the same user: the input can
 * still be saved, and is all that is left. Throws what `keepChange` throws.
 */
export const writeSurely = async (intent: WriteIntent): Promise<Written> => {
  const engine = theEngine();
  const userId = signedInUser(engine);
  try {
    return await keepChange(engine, intent);
  } catch (error) {
    const isGone = error instanceof ViewEnded && error.ending === 'storage-gone';
    // A user who has signed out since, in another tab, is asked to sign in again.
    if (!isGone || userId === null || rememberedUser()?.id !== userId) {
      throw error;
    }
    await regain(intent, userId);
    return keepChange(engine, intent);
  }
};
