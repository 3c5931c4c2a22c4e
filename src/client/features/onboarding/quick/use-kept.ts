import { useCallback, useEffect, useState } from 'react';

const read = (key: string): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

/**
 * A state that this tab keeps over a reload, until it is forgotten or is as it began: what was chosen on a step that is not saved yet. Not
 * for what others should not read on this device later.
 */
export const useKept = <T extends object>(key: string, initial: T) => {
  const [first] = useState(() => JSON.stringify(initial));
  const [value, setValue] = useState<T>(() => ({ ...initial, ...(read(key) as Partial<T> | null) }));
  const forget = useCallback(() => sessionStorage.removeItem(key), [key]);
  useEffect(() => {
    const now = JSON.stringify(value);
    if (now === first) {
      forget();
    } else {
      sessionStorage.setItem(key, now);
    }
  }, [key, value, first, forget]);
  return [value, setValue, forget] as const;
};
