import { useSyncExternalStore } from 'react';
import type { Ending, OwnView } from '#client/offline/public.ts';

let viewOfTab: OwnView | undefined;

/** Sets the view of the tab, before anything is shown. */
export const setOwnView = (view: OwnView): void => {
  viewOfTab = view;
};

/** How this tab makes sure that it shows only its own user's copy. */
export const theOwnView = (): OwnView => {
  if (!viewOfTab) {
    throw new Error('The app was shown before its view was there.');
  }
  return viewOfTab;
};

/** Why this tab may no longer show anything of this device's copy; null: it may. */
export const useEnding = (): Ending | null => {
  const { subscribe, ending } = theOwnView();
  return useSyncExternalStore(subscribe, ending);
};
