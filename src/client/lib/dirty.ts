import { useEffect } from 'react';

let held = 0;
const listeners = new Set<() => void>();

const change = (by: 1 | -1): void => {
  held += by;
  listeners.forEach((listener) => listener());
};

/** Says that the page must not be loaded anew by itself, until the function that it gives is called: for work under way, such as sending. */
export const holdPage = (): (() => void) => {
  let isHeld = true;
  change(1);
  return () => {
    if (isHeld) {
      isHeld = false;
      change(-1);
    }
  };
};

/** Whether nothing would be lost by loading the page anew: no form is changed and nobody holds the page. */
export const isPageFree = (): boolean => held === 0;

/** Calls back whenever `isPageFree` may have changed; gives what ends it. */
export const subscribeToPage = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Loads the page again as soon as nothing is unsaved on it. Gives what takes the wish back. */
export const reloadWhenFree = (): (() => void) => {
  const reload = (): void => {
    if (isPageFree()) {
      location.reload();
    }
  };
  reload();
  return subscribeToPage(reload);
};

let dirtyForms = 0;

/** Whether a form holds what is not saved. */
export const isFormDirty = (): boolean => dirtyForms > 0;

/** Keeps the page while a form holds what is not saved, and lets the browser ask before it is closed or left. */
export const useDirty = (isDirty: boolean): void => {
  useEffect(() => {
    if (!isDirty) {
      return undefined;
    }
    dirtyForms += 1;
    const release = holdPage();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      dirtyForms -= 1;
      release();
    };
  }, [isDirty]);
};
