import { useSyncExternalStore } from 'react';

/** Where this browser remembers the half-made organizations that were put aside. */
const STORAGE_KEY = 'onboardingSetAside';

const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const stored = (): string => localStorage.getItem(STORAGE_KEY) ?? '';

const idsOf = (text: string): number[] => text.split(',').filter(Boolean).map(Number);

/** Puts half-made organizations aside: members of another one work there, and continue with these from the switcher. */
export const setAside = (ids: readonly number[]): void => {
  localStorage.setItem(STORAGE_KEY, [...new Set([...idsOf(stored()), ...ids])].join(','));
  for (const listener of listeners) {
    listener();
  }
};

/** The ids of the organizations that were put aside in this browser. */
export const useSetAside = (): readonly number[] => idsOf(useSyncExternalStore(subscribe, stored));
