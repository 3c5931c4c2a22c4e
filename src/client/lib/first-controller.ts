let first: ServiceWorker | null = null;

/** Call it before anything else: a new version may take over at any time. */
export const noteController = (): void => {
  first = navigator.serviceWorker?.controller ?? null;
};

/** The service worker that served this page; null: none did. */
export const firstController = (): ServiceWorker | null => first;
