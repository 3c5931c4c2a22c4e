import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';

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

/** Registers an open modal dialog; the returned function unregisters it. */
const enterModal = (dialog: HTMLElement): (() => void) => {
  set([...open, dialog]);
  return () => set(open.filter((other) => other !== dialog));
};

/** The topmost dialog is about to close: what is shown from now on belongs to what is below. */
export const leaveTopModal = (): void => set(open.slice(0, -1));

/** The topmost modal dialog, if one is open: everything outside it is inert, and is not read aloud. */
export const useTopModal = (): HTMLElement | undefined => useSyncExternalStore(subscribe, () => open.at(-1));

/** For a `<dialog>` that is open for as long as it is mounted: the rest of the page is inert, and focus returns where it came from. */
export const useModal = (): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (!element) {
      return undefined;
    }
    element.showModal();
    const leaveModal = enterModal(element);
    return () => {
      leaveModal();
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) {
        opener.focus();
      }
    };
  }, []);
  return dialog;
};
