import { useCallback, useSyncExternalStore } from 'react';

/** Whether the media query matches, now and in the future. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

/** The width from which the sidebar is fixed (specification 1.14: 768 px) and lists have columns. */
export const useIsWide = (): boolean => useMedia('(min-width: 48rem)');
