/**
 * The service worker: keeps the app's own files, so that it starts without a connection at every address, and shows notices.
 * It never touches `/api`: what is read and written there is the page's work (docs/decisions/0014-service-worker.md).
 */

import { listenForNotices } from './notices.ts';

declare const self: ServiceWorkerGlobalScope;
/** Path and SHA-256 of every file of the app; inserted by the build. */
declare const SHELL_FILES: Readonly<Record<string, string>>;
/** Different for every other list of files or code of this worker. */
declare const SHELL_VERSION: string;

const FILES = new Map(Object.entries(SHELL_FILES));
const PREFIX = 'headland-shell-';
const CACHE = PREFIX + SHELL_VERSION;
const PAGE = '/index.html';
const SYNC_TAG = 'headland-sync';

/** Background Sync, which the DOM types do not have: only Chromium does. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Files named by their hash: such a name never changes its content. */
const isHashed = (path: string): boolean => path.startsWith('/assets/');

/** What the server has to answer, also when a user navigates there by hand. */
const isServers = (path: string): boolean => /^\/(api(\/|$)|sw\.js$|metrics$)/.test(path);

/** A hashed file is copied from the previous version if that has it; any other is fetched again, because its headers may have changed. */
const keepFile = async (cache: Cache, path: string, sha256: string): Promise<void> => {
  const known = isHashed(path) ? await caches.match(path) : undefined;
  // The hash rejects the page of a captive portal, and files of another version while servers are being replaced.
  const options = { integrity: `sha256-${sha256}`, redirect: 'error', cache: isHashed(path) ? 'default' : 'no-cache' } as const;
  await cache.put(path, known ?? (await fetch(path, options)));
};

/** All files or none: with one missing the browser drops this worker and tries again at its next check. */
const install = async (): Promise<void> => {
  // The cache of the active worker, if the server went back to the previous version.
  const isOld = await caches.has(CACHE);
  const cache = await caches.open(CACHE);
  const kept = await Promise.allSettled([...FILES].map(([path, sha256]) => keepFile(cache, path, sha256)));
  const failed = kept.find((result) => result.status === 'rejected');
  if (failed) {
    if (!isOld) {
      await caches.delete(CACHE);
    }
    throw failed.reason;
  }
};

/** The replaced version stays until the next one: a page with unsaved input still uses its files. */
const activate = async (): Promise<void> => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  // The page of the first visit loaded without the worker: from now on it finds here what it loads later.
  await self.clients.claim();
};

const answer = async (request: Request, path: string): Promise<Response> => {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? (isHashed(path) ? await caches.match(path) : undefined) ?? fetch(request);
};

/** The cache key of the answer; undefined: leave it to the network. */
const placeOf = ({ method, mode, url }: Request): string | undefined => {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin || isServers(pathname)) {
    return undefined;
  }
  if (FILES.has(pathname) || isHashed(pathname)) {
    return pathname;
  }
  return mode === 'navigate' ? PAGE : undefined;
};

const tellWindows = async (): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client is of this origin; its second argument is another
  windows.forEach((client) => client.postMessage({ type: 'sync' }));
};

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const place = placeOf(event.request);
  if (place !== undefined) {
    event.respondWith(answer(event.request, place));
  }
});
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'activate') {
    event.waitUntil(self.skipWaiting());
  }
});
self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === SYNC_TAG) {
    sync.waitUntil(tellWindows());
  }
});

listenForNotices();
