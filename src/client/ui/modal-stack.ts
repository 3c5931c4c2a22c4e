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

/** Says that a modal dialog is open; the answer says that it is not any more. */
const enterModal = (dialog: HTMLElement): (() => void) => {
  set([...open, dialog]);
  return () => set(open.filter((other) => other !== dialog));
};

/** The dialog on top is about to go: what is shown from now on belongs to what lies below. */
export const leaveTopModal = (): void => set(open.slice(0, -1));

/** The modal dialog on top, if one is open: everything outside it is out of reach, and is not read out. */
export const useTopModal = (): HTMLElement | undefined => useSyncExternalStore(subscribe, () => open.at(-1));

/** For a `<dialog>` that is open for as long as it is there: the rest of the page is out of reach, and focus goes back where it came from. */
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
