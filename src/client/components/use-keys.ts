import { useCallback, useRef } from 'react';
import { deviceChance } from '#client/offline/browser/chance.ts';

/** Keys for calls that go straight to the server: the same content asked for again, after a lost answer, takes effect once. */
export const useKeys = (): ((content: string) => string) => {
  const keys = useRef(new Map<string, string>());
  return useCallback((content) => {
    const key = keys.current.get(content) ?? deviceChance.uuid();
    keys.current.set(content, key);
    return key;
  }, []);
};
