import { useSyncExternalStore } from 'react';
import type { Silence } from '#client/offline/public.ts';

let silence: Silence = 'none';
let reopen: (() => void) | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Sets what the watchdog of the device's database reports; used even before it is opened. */
export const setSilence = (now: Silence): void => {
  silence = now;
  listeners.forEach((listener) => listener());
};

/** Whether this device's storage answers. */
export const useSilence = (): Silence => useSyncExternalStore(subscribe, () => silence);

/** Calls back once, when the storage first stops answering. */
export const onFirstSilence = (work: () => void): void => {
  const stop = subscribe(() => {
    stop();
    work();
  });
};

export const setReopen = (work: () => void): void => {
  reopen = work;
};

/** Reopens the storage; false: it is not open yet, and only reloading the page helps. */
export const reopenStorage = (): boolean => {
  reopen?.();
  return reopen !== undefined;
};

// How often the user has tried again, across reloads of this tab.
const TRIES = 'storageTries';

export const triesSoFar = (): number => Number(sessionStorage.getItem(TRIES) ?? 0);

export const countTry = (): void => sessionStorage.setItem(TRIES, String(triesSoFar() + 1));

/** Called when the storage has answered from the start. */
export const forgetTries = (): void => sessionStorage.removeItem(TRIES);
