/**
 * Whether the page is in use. A browser may put a page that one leaves away as it stands and show it again at "back" (`pagehide`, `pageshow`
 * with `persisted`). Nothing runs in it meanwhile: a transaction or a lock that it holds then is held for every other page of the app.
 */
export interface PageLife {
  readonly isAway: () => boolean;
  /** Resolves at once, or when the page is shown again. */
  readonly awake: () => Promise<void>;
  /** Calls when the page is put away, with nothing but this moment to work in, and when it is back. Gives the way to stop. */
  readonly watch: (listener: Listener) => () => void;
}

interface Listener {
  readonly onLeave?: () => void;
  readonly onReturn?: () => void;
}

/** Where no page is: in tests, and in Node. */
export const ALWAYS_HERE: PageLife = {
  isAway: () => false,
  awake: () => Promise.resolve(),
  watch: () => () => undefined,
};

/** The life of the page to which these events belong. */
export const followLife = (page: Pick<EventTarget, 'addEventListener'>): PageLife => {
  const listeners = new Set<Listener>();
  const waiting: (() => void)[] = [];
  let isAway = false;
  const isPersisted = (event: Event): boolean => 'persisted' in event && event.persisted === true;
  page.addEventListener('pagehide', (event) => {
    // Otherwise the page ends here, and the browser with it all that it held.
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

/** The life of this page, followed from the first call on. */
export const pageLife = (): PageLife => (ours ??= followLife(window));
