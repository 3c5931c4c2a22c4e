import { registerFirstWorker } from '#client/app/first-worker.ts';
import { subscribeToPage } from '#client/lib/dirty.ts';

const CHECK_EVERY_MS = 3_600_000;
/** A worker that still answers somebody keeps the next one waiting, for minutes if it comes to that. */
const TAKES_OVER_WITHIN_MS = 5000;

/** What the page's security policy asks for where code is loaded from an address; only some browsers have it, and the DOM types do not. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string };
}

/** The address of the worker, as the one policy lets it pass. */
const workerAddress = (): string => {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('headland', { createScriptURL: () => '/sw.js' }).createScriptURL('') ?? '/sw.js';
};

export interface Updates {
  /** A new version is ready and may be loaded now. */
  readonly isOffered: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the new version, if `mayUpdate` still says so; if not, it is offered again later. */
  readonly update: () => void;
}

/** Registers the service worker and tells of new versions. The page is loaded anew only while `mayUpdate` says so. */
export const watchForUpdates = (mayUpdate: () => boolean): Updates => {
  const listeners = new Set<() => void>();
  let registration: ServiceWorkerRegistration | undefined;
  // Another tab, or this one, made the new version the active one: these are the old version's files.
  let isReplaced = false;
  let isAsked = false;

  const tell = () => listeners.forEach((listener) => listener());
  // Without an active worker the one that waits is the first, which takes over by itself.
  const isWaiting = () => Boolean(registration?.active && registration.waiting);

  const followInstalling = () => {
    registration?.installing?.addEventListener('statechange', tell);
    tell();
  };
  // Offline, or the server is away: the next check finds what is new.
  const check = () => void registration?.update().catch(() => undefined);

  const follow = (registered: ServiceWorkerRegistration) => {
    registration = registered;
    registration.addEventListener('updatefound', followInstalling);
    followInstalling();
  };

  const register = (container: ServiceWorkerContainer) => {
    void registerFirstWorker(container, workerAddress(), follow);
    window.setInterval(check, CHECK_EVERY_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') {
        check();
      }
    });
  };

  const watchController = (container: ServiceWorkerContainer) => {
    let hasController = container.controller !== null;
    container.addEventListener('controllerchange', () => {
      // On the first visit the first worker takes over a page that is as new as itself.
      isReplaced = hasController || isAsked;
      hasController = true;
      if (isReplaced && mayUpdate()) {
        window.location.reload();
      } else if (isAsked) {
        subscribeToPage(goOver);
      }
      tell();
    });
  };

  /** Whoever asked for the new version gets it as soon as nothing would be lost. */
  const goOver = () => {
    if (isAsked && mayUpdate()) {
      window.location.reload();
    }
  };

  // In development every file is new each time; pages without TLS have no worker.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    const container = navigator.serviceWorker;
    watchController(container);
    // After everything that the first screen needs.
    window.addEventListener('load', () => register(container), { once: true });
  }

  return {
    isOffered: () => (isReplaced || isWaiting()) && mayUpdate(),
    subscribe: (listener) => {
      listeners.add(listener);
      const endPage = subscribeToPage(listener);
      return () => {
        listeners.delete(listener);
        endPage();
      };
    },
    update: () => {
      if (!mayUpdate()) {
        return;
      }
      if (isReplaced) {
        window.location.reload();
      } else {
        isAsked = true;
        registration?.waiting?.postMessage({ type: 'activate' });
        // Loaded again, this page lets go of the old one.
        window.setTimeout(goOver, TAKES_OVER_WITHIN_MS);
      }
    },
  };
};
