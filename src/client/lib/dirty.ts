import { useEffect } from 'react';

let blocks = 0;
const listeners = new Set<() => void>();

const change = (by: 1 | -1): void => {
  blocks += by;
  listeners.forEach((listener) => listener());
};

/** Blocks automatic reloads until the returned function is called: for work in progress, such as sending. */
export const blockReload = (): (() => void) => {
  let isBlocking = true;
  change(1);
  return () => {
    if (isBlocking) {
      isBlocking = false;
      change(-1);
    }
  };
};

/** Whether nothing would be lost by a reload: no form has unsaved changes and nobody blocks it. */
export const canReload = (): boolean => blocks === 0;

/** Calls back whenever `canReload` may have changed; returns an unsubscribe function. */
export const subscribeToReload = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Reloads the page as soon as nothing is unsaved on it. Returns a function that cancels the reload. */
export const reloadWhenPossible = (): (() => void) => {
  const reload = (): void => {
    if (canReload()) {
      location.reload();
    }
  };
  reload();
  return subscribeToReload(reload);
};

let dirtyForms = 0;

/** Whether a form has unsaved changes. */
export const isFormDirty = (): boolean => dirtyForms > 0;

/** Blocks reloads while a form has unsaved changes, and lets the browser ask before the page is closed or left. */
export const useDirty = (isDirty: boolean): void => {
  useEffect(() => {
    if (!isDirty) {
      return undefined;
    }
    dirtyForms += 1;
    const release = blockReload();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      dirtyForms -= 1;
      release();
    };
  }, [isDirty]);
};
