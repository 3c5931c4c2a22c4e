import { setSessionUser } from '#client/data/session-user.ts';
import { around } from '#client/data/start-engine.ts';
import { type Engine, withOwnConnection } from '#client/offline/public.ts';

/**
 * Reads the user's waiting changes over a separate connection, for when the app's own does not answer. False: this one does not answer
 * either, or reading failed.
 */
export const rescueUnsent = (userId: number, read: (engine: Engine) => Promise<void>): Promise<boolean> =>
  new Promise((resolve) => {
    const work = (engine: Engine): Promise<void> => {
      // If the start did not get this far, the user was not set yet.
      setSessionUser(userId);
      return read(engine);
    };
    withOwnConnection(around, () => resolve(false), work).then(
      () => resolve(true),
      () => resolve(false),
    );
  });
