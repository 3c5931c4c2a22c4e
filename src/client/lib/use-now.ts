import { useEffect, useState } from 'react';

const EVERY_MS = 5_000;

/** The device's time, updated every few seconds: to show how long something has been running. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};
