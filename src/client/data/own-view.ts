import { useSyncExternalStore } from 'react';
import type { Ending, OwnView } from '#client/offline/public.ts';

let viewOfTab: OwnView | undefined;

/** Gives the tab its view, before anything is shown. */
export const setOwnView = (view: OwnView): void => {
  viewOfTab = view;
};

/** How this tab keeps to the copy of its own user. */
export const theOwnView = (): OwnView => {
  if (!viewOfTab) {
    throw new Error('The app was shown before its view was there.');
  }
  return viewOfTab;
};

/** Why this tab may show nothing of this device's copy any more; null: it may. */
export const useEnding = (): Ending | null => {
  const { subscribe, ending } = theOwnView();
  return useSyncExternalStore(subscribe, ending);
};
