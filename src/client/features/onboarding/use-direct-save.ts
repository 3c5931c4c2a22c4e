import { useEffect, useRef, useState } from 'react';

/**
 * A value that is saved with every change, as panels of checkboxes do. The next change builds on the previous one, however fast they
 * follow. What could not be saved, or what somebody else saved in the meantime, is shown as stored.
 */
export const useDirectSave = <V>(stored: V, save: (value: V) => Promise<void>, onFailure: (error: unknown) => void) => {
  const [ticked, setTicked] = useState<V | null>(null);
  const mine = useRef(new Set<string>());
  const key = JSON.stringify(stored);
  useEffect(() => {
    if (!mine.current.has(key)) {
      setTicked(null);
    }
  }, [key]);
  const change = async (value: V): Promise<void> => {
    setTicked(value);
    mine.current.add(JSON.stringify(value));
    try {
      await save(value);
    } catch (error) {
      onFailure(error);
      setTicked(null);
    }
  };
  return { value: ticked ?? stored, change: (value: V) => void change(value) };
};
