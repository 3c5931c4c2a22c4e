import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void): (() => void) => {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
};

/** What the browser says of its network, as the specification counts online and offline (1 §4). Nothing that is saved depends on it. */
export const useBrowserOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
