import { setSessionUser } from '#client/data/session-user.ts';
import { workApart } from '#client/data/start-engine.ts';
import type { Engine } from '#client/offline/public.ts';

/**
 * Reads what waits of the user over a connection of its own, for when the app's own gives no answer. False: this one gives none either, or
 * the reading failed.
 */
export const rescueUnsent = (userId: number, read: (engine: Engine) => Promise<void>): Promise<boolean> =>
  new Promise((resolve) => {
    const work = (engine: Engine): Promise<void> => {
      // Before the start came so far, nobody had said who it is.
      setSessionUser(userId);
      return read(engine);
    };
    workApart(() => resolve(false), work).then(
      () => resolve(true),
      () => resolve(false),
    );
  });
