import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void): (() => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

/** The browser's own view of its network, which defines online and offline (specification 2.11). Nothing that is saved depends on it. */
export const useBrowserOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
