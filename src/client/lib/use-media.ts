import { useCallback, useSyncExternalStore } from 'react';

/** Whether the media query holds now, and from now on. */
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

/** The width from which the sidebar is fixed and lists have columns (specification 1 §9: 768 px). */
export const useIsWide = (): boolean => useMedia('(min-width: 48rem)');
