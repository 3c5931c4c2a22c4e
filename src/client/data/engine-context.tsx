import { useSyncExternalStore } from 'react';
import type { Engine, EngineState } from '#client/offline/public.ts';

let engineOfTab: Engine | undefined;

/** Sets the engine of the tab, before anything is shown. */
export const setEngine = (engine: Engine): void => {
  engineOfTab = engine;
};

/** The offline engine of this tab: every read of a screen comes from its stores, every write goes through it. */
export const theEngine = (): Engine => {
  if (!engineOfTab) {
    throw new Error('The app was shown before its engine was there.');
  }
  return engineOfTab;
};

export const useEngine = (): Engine => theEngine();

/** The sync state of this device. */
export const useSyncState = (): EngineState => {
  const engine = useEngine();
  return useSyncExternalStore(engine.subscribe, engine.current);
};
