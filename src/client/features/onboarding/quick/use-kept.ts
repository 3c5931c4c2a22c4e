import { useCallback, useEffect, useState } from 'react';

const read = (key: string): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

/** A state that this tab keeps over a reload, until it is forgotten: what was chosen on a step that is not saved yet. */
export const useKept = <T extends object>(key: string, initial: T) => {
  const [value, setValue] = useState<T>(() => ({ ...initial, ...(read(key) as Partial<T> | null) }));
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify(value));
  }, [key, value]);
  const forget = useCallback(() => sessionStorage.removeItem(key), [key]);
  return [value, setValue, forget] as const;
};
