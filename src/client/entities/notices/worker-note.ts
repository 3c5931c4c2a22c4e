import { pageLanguage } from '#client/lib/language.ts';

// The worker reads no page's storage: what it has to know is kept where it looks (`src/client/service-worker/notices.ts`).

const NOTES = 'headland-notices';
const NOTE = '/notices';

/** Tells the worker how many changes of this device were refused, for the number on the app's icon, and the language of the page. */
export const noteForWorker = async (refused: number): Promise<void> => {
  // Pages without TLS have none, and a browser may refuse.
  const notes = await (globalThis as { readonly caches?: CacheStorage }).caches?.open(NOTES).catch(() => undefined);
  await notes?.put(NOTE, new Response(JSON.stringify({ refused, language: pageLanguage() }))).catch(() => undefined);
};

/** The number on the icon of the installed app: 0 takes it away. Browsers that have none are asked nothing. */
export const setBadge = async (count: number): Promise<void> => {
  const { setAppBadge } = navigator as { readonly setAppBadge?: (count: number) => Promise<void> };
  await setAppBadge?.call(navigator, count).catch(() => undefined);
};
