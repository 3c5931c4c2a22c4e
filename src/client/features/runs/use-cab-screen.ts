import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Gives a screen of a run the whole window: the shell around it is not shown. */
export const useWholeWindow = (): void => {
  useLayoutEffect(() => {
    document.documentElement.dataset['run'] = '';
    return () => {
      delete document.documentElement.dataset['run'];
    };
  }, []);
};

const watchTheme = (onChange: () => void): (() => void) => {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
};

/** The cab is always in Sunlight, unless the device is dark, which it may become by itself at night. */
export const useCabTheme = (): 'sun' | undefined =>
  useSyncExternalStore(watchTheme, () => (document.documentElement.dataset['theme'] === 'dark' ? undefined : 'sun'));

/** Keeps the screen on while the page is seen and time runs. False where the browser cannot, or may not now. */
export const useWakeLock = (isOn: boolean): boolean => {
  const [isHeld, setHeld] = useState(true);
  useEffect(() => {
    if (!isOn) {
      return undefined;
    }
    let lock: WakeLockSentinel | undefined;
    let hasLeft = false;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') {
        return;
      }
      try {
        lock = await navigator.wakeLock.request('screen');
        setHeld(true);
        if (hasLeft) {
          await lock.release();
        }
      } catch {
        setHeld(false);
      }
    };
    const handle = () => void hold();
    handle();
    document.addEventListener('visibilitychange', handle);
    return () => {
      hasLeft = true;
      document.removeEventListener('visibilitychange', handle);
      void lock?.release();
    };
  }, [isOn]);
  return isHeld;
};

const PULSE_MS = 20;

/** Felt through gloves, where the device can. */
export const pulse = (): void => {
  if ('vibrate' in navigator) {
    navigator.vibrate(PULSE_MS);
  }
};

/** A second press so soon is a bounce of a glove. */
const BOUNCE_MS = 500;

/** Does what a press of a key asks for, unless it is a bounce of the one before. */
export const useBounceless = (): ((work: () => void) => void) => {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return (work) => {
    if (performance.now() - last.current >= BOUNCE_MS) {
      last.current = performance.now();
      work();
    }
  };
};
