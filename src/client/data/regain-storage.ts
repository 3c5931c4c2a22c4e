import { theEngine } from '#client/data/engine-context.tsx';
import { rememberedUser } from '#client/data/session.ts';
import { enter } from '#client/data/start-engine.ts';
import { isTempId, keepRecords, signedInUser, ViewEnded, type WriteIntent, type Written } from '#client/offline/public.ts';

/** Makes an emptied storage this user's copy again, with the record that the form is about as it showed it. */
const regain = async ({ store, orgId, id, seen }: WriteIntent, userId: number): Promise<void> => {
  const engine = theEngine();
  await enter(engine, userId);
  // With own changes in it that went with the storage it is no record of the server.
  if (seen && id !== undefined && !isTempId(id) && seen.sync === undefined) {
    await keepRecords(engine, store, orgId, [seen]);
  }
  engine.look();
};

/**
 * Keeps a change. If the browser has emptied the storage under the open form, that is set up anew for the same user first: what was typed
 * can still be saved, and is all that is left. Throws what `engine.write` throws.
 */
export const writeSurely = async (intent: WriteIntent): Promise<Written> => {
  const engine = theEngine();
  const userId = signedInUser(engine);
  try {
    return await engine.write(intent);
  } catch (error) {
    const isGone = error instanceof ViewEnded && error.ending === 'storage-gone';
    // Whoever has signed out since, in another tab, is asked to sign in again.
    if (!isGone || userId === null || rememberedUser()?.id !== userId) {
      throw error;
    }
    await regain(intent, userId);
    return engine.write(intent);
  }
};
