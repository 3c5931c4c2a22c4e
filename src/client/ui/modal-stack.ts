import { useSyncExternalStore } from 'react';

let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

const set = (next: readonly HTMLElement[]): void => {
  open = next;
  for (const listener of listeners) {
    listener();
  }
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says that a modal dialog is open; the answer says that it is not any more. */
export const enterModal = (dialog: HTMLElement): (() => void) => {
  set([...open, dialog]);
  return () => set(open.filter((other) => other !== dialog));
};

/** The modal dialog on top, if one is open: everything outside it is out of reach, and is not read out. */
export const useTopModal = (): HTMLElement | undefined => useSyncExternalStore(subscribe, () => open.at(-1));
