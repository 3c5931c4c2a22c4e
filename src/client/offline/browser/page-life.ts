/**
 * Whether the page is in use. When a person leaves a page, a browser may freeze it and show it again on "back" (`pagehide`, `pageshow`
 * with `persisted`). Nothing runs in it in between, and a transaction or a lock that it holds blocks every other page of the app.
 */
export interface PageLife {
  readonly isAway: () => boolean;
  /** Resolves at once, or when the page is shown again. */
  readonly awake: () => Promise<void>;
  /** Calls when the page is put away, with only this moment to work in, and when it is back. Returns an unsubscribe function. */
  readonly watch: (listener: Listener) => () => void;
}

interface Listener {
  readonly onLeave?: () => void;
  readonly onReturn?: () => void;
}

/** For where there is no page: in tests, and in Node. */
export const ALWAYS_HERE: PageLife = {
  isAway: () => false,
  awake: () => Promise.resolve(),
  watch: () => () => undefined,
};

/** The life of the page that these events belong to. */
export const followLife = (page: Pick<EventTarget, 'addEventListener'>): PageLife => {
  const listeners = new Set<Listener>();
  const waiting: (() => void)[] = [];
  let isAway = false;
  const isPersisted = (event: Event): boolean => 'persisted' in event && event.persisted === true;
  page.addEventListener('pagehide', (event) => {
    // Otherwise the page ends here, and the browser releases everything that it held.
    if (isPersisted(event)) {
      isAway = true;
      listeners.forEach(({ onLeave }) => onLeave?.());
    }
  });
  page.addEventListener('pageshow', (event) => {
    if (isAway && isPersisted(event)) {
      isAway = false;
      waiting.splice(0).forEach((go) => go());
      listeners.forEach(({ onReturn }) => onReturn?.());
    }
  });
  return {
    isAway: () => isAway,
    awake: () => (isAway ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

let ours: PageLife | undefined;

/** The life of this page, observed from the first call on. */
export const pageLife = (): PageLife => (ours ??= followLife(window));
