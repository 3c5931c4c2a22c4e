import { registerFirstWorker } from '#client/app/first-worker.ts';
import { subscribeToReload } from '#client/lib/dirty.ts';

const CHECK_EVERY_MS = 3_600_000;
/** A worker that is still answering requests keeps the next one waiting, for minutes if need be. */
const TAKES_OVER_WITHIN_MS = 5000;

/** Required by the page's security policy where code is loaded from an address; only some browsers have it, and the DOM types do not. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string };
}

/** The address of the worker, in the form that the policy accepts. */
const workerAddress = (): string => {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy('headland', { createScriptURL: () => '/sw.js' }).createScriptURL('') ?? '/sw.js';
};

interface Updates {
  /** Whether a new version is ready and may be loaded now. */
  readonly isOffered: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the new version if `mayUpdate` still allows it; otherwise it is offered again later. */
  readonly update: () => void;
}

/**
 * Registers the service worker and reports new versions, also one that took over since the page began. The page is reloaded only while
 * `mayUpdate` allows it. Call it after everything that the first screen needs, with the worker that served the page.
 */
export const watchForUpdates = (mayUpdate: () => boolean, firstController: ServiceWorker | null): Updates => {
  const listeners = new Set<() => void>();
  let registration: ServiceWorkerRegistration | undefined;
  // Another tab, or this one, activated the new version: this page runs the old version's files.
  let isReplaced = false;
  let isAsked = false;

  const tell = () => listeners.forEach((listener) => listener());
  // Without an active worker the waiting one is the first, which takes over by itself.
  const isWaiting = () => Boolean(registration?.active && registration.waiting);

  const followInstalling = () => {
    registration?.installing?.addEventListener('statechange', tell);
    tell();
  };
  // Offline, or the server is unreachable: the next check will find it.
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
    let hasController = firstController !== null;
    const note = () => {
      // On a first visit the first worker takes over a page that is as new as itself.
      isReplaced = hasController || isAsked;
      hasController = true;
      if (isReplaced && mayUpdate()) {
        window.location.reload();
      } else if (isAsked) {
        subscribeToReload(switchVersion);
      }
      tell();
    };
    container.addEventListener('controllerchange', note);
    if (container.controller !== firstController) {
      note();
    }
  };

  /** A user who asked for the new version gets it as soon as nothing would be lost. */
  const switchVersion = () => {
    if (isAsked && mayUpdate()) {
      window.location.reload();
    }
  };

  // In development every file changes each time; pages without TLS have no worker.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    const container = navigator.serviceWorker;
    watchController(container);
    register(container);
  }

  return {
    isOffered: () => (isReplaced || isWaiting()) && mayUpdate(),
    subscribe: (listener) => {
      listeners.add(listener);
      const endPage = subscribeToReload(listener);
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
        // Reloading this page releases the old one.
        window.setTimeout(switchVersion, TAKES_OVER_WITHIN_MS);
      }
    },
  };
};
