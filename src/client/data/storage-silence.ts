import { useSyncExternalStore } from 'react';
import type { Silence } from '#client/offline/public.ts';

let silence: Silence = 'none';
let reopen: (() => void) | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the watch over the device's database says; from before it is opened. */
export const setSilence = (now: Silence): void => {
  silence = now;
  listeners.forEach((listener) => listener());
};

/** How this device's storage answers. */
export const useSilence = (): Silence => useSyncExternalStore(subscribe, () => silence);

/** Calls once when the storage is silent for the first time. */
export const onFirstSilence = (work: () => void): void => {
  const stop = subscribe(() => {
    stop();
    work();
  });
};

export const setReopen = (work: () => void): void => {
  reopen = work;
};

/** Begins anew with the storage; false: it is not open yet, and only loading the page again helps. */
export const reopenStorage = (): boolean => {
  reopen?.();
  return reopen !== undefined;
};

// How often somebody has tried again, over reloads of this tab.
const TRIES = 'storageTries';

export const triesSoFar = (): number => Number(sessionStorage.getItem(TRIES) ?? 0);

export const countTry = (): void => sessionStorage.setItem(TRIES, String(triesSoFar() + 1));

/** The storage answered from the start on. */
export const forgetTries = (): void => sessionStorage.removeItem(TRIES);
