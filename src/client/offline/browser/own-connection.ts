import type { Engine } from '#client/offline/engine/handle.ts';
import { watchAnswers } from './answers.ts';
import { tabBus } from './bus.ts';
import { openStorage } from './idb-storage.ts';
import { engineOver, type Surroundings } from './open-device.ts';

/**
 * Runs work with an engine over a connection of its own, for when the app's own does not answer; `onSilence`: this one does not answer
 * either.
 */
export const withOwnConnection = async (
  around: Surroundings,
  onSilence: () => void,
  work: (engine: Engine) => Promise<void>,
): Promise<void> => {
  const storage = await openStorage({ answers: watchAnswers({ isSeen: () => true, onSilence }) });
  await work(engineOver(storage, tabBus(), around)).finally(() => void storage.close());
};
