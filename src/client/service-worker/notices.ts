/** Notices in the worker: shows what the server sends, opens what was tapped, and follows when the browser gets another address. */

declare const self: ServiceWorkerGlobalScope;

/** As the server writes it (`src/server/commands/send-notices.ts`). */
interface Told {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly tag: string;
  readonly open: number;
}

/** What pages keep for the worker (`src/client/entities/notices/worker-note.ts`). */
interface WorkerNote {
  /** Changes of this device that were refused. */
  readonly refused: number;
  readonly language: string;
}

const NOTES = 'headland-notices';
const NOTE = '/notices';
/** A page that has not answered by then has no code for it yet. */
const ANSWER_WITHIN_MS = 1500;
const ICON = '/icons/icon-192.png';
const BADGE = '/icons/monochrome-512.png';

const readNote = async (): Promise<WorkerNote> => {
  const kept = await (await caches.open(NOTES)).match(NOTE);
  return kept ? ((await kept.json()) as WorkerNote) : { refused: 0, language: 'en' };
};

/** The DOM types of workers do not have it. */
const setBadge = async (count: number): Promise<void> => {
  const { setAppBadge } = navigator as { readonly setAppBadge?: (count: number) => Promise<void> };
  await setAppBadge?.call(navigator, count).catch(() => undefined);
};

const showTold = async ({ title, body, path, tag, open }: Told): Promise<void> => {
  await self.registration.showNotification(title, { body, tag, icon: ICON, badge: BADGE, data: { path } });
  await setBadge(open + (await readNote()).refused);
};

/** Whether the page says that it goes there. */
const goesThere = (client: WindowClient, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    client.postMessage({ type: 'open', path }, [port2]);
  });

/** Brings the app to the front where it is open, without a reload: a form keeps what was typed. Otherwise it is started there. */
const openAt = async (path: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window' });
  const shown = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (shown === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  const focused = await shown.focus().catch(() => shown);
  if (!(await goesThere(focused, path))) {
    await focused.navigate(path).catch(() => self.clients.openWindow(path));
  }
};

/** Has the server tell the new address. Without a network the app does it at its next start. */
const subscribeAgain = async (old: PushSubscription | null): Promise<void> => {
  const applicationServerKey = old?.options.applicationServerKey;
  if (applicationServerKey === undefined || applicationServerKey === null) {
    return;
  }
  const { endpoint, keys } = (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
  const { language } = await readNote();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  await fetch('/api/account/notices/browser', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, language, timeZone }),
  });
};

/** The DOM types do not have it. */
interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null;
}

export const listenForNotices = (): void => {
  self.addEventListener('push', (event) => {
    const told = event.data?.json() as Told | undefined;
    if (told) {
      event.waitUntil(showTold(told));
    }
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = event.notification.data as { readonly path: string };
    event.waitUntil(openAt(path));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChange;
    change.waitUntil(subscribeAgain(change.oldSubscription).catch(() => undefined));
  });
};
