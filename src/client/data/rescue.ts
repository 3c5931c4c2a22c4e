import { setSessionUser } from '#client/data/session-user.ts';
import { engineOver } from '#client/data/start-engine.ts';
import { watchAnswers } from '#client/offline/browser/answers.ts';
import { openStorage } from '#client/offline/browser/idb-storage.ts';
import type { Engine } from '#client/offline/engine.ts';

/**
 * Reads what waits of the user over a connection of its own, for when the app's own gives no answer. False: this one gives none either, or
 * the reading failed.
 */
export const rescueUnsent = (userId: number, read: (engine: Engine) => Promise<void>): Promise<boolean> =>
  new Promise((resolve) => {
    const answers = watchAnswers({ isSeen: () => true, onSilence: () => resolve(false) });
    const work = async (): Promise<void> => {
      const storage = await openStorage({ answers });
      // Before the start came so far, nobody had said who it is.
      setSessionUser(userId);
      await read(engineOver(storage)).finally(() => void storage.close());
    };
    work().then(
      () => resolve(true),
      () => resolve(false),
    );
  });
