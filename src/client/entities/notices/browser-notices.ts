import { queryOptions } from '@tanstack/react-query';
import type { NoticeState } from '#shared/domain/notice.ts';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { deviceZone } from '#client/data/today.ts';
import { keepChoice } from '#client/entities/notices/kept-choice.ts';
import { isIosSafari, isOnHomeScreen } from '#client/lib/ios-safari.ts';
import { pageLanguage } from '#client/lib/language.ts';

/** `home`: an iPhone shows notices of an app on its home screen only. `blocked`: by the person, in the browser's settings. */
export type BrowserAbility = 'none' | 'home' | 'blocked' | 'unasked' | 'allowed';

const ABILITY = { denied: 'blocked', default: 'unasked', granted: 'allowed' } as const satisfies Record<
  NotificationPermission,
  BrowserAbility
>;

/** What this browser can do now. */
export const browserAbility = (): BrowserAbility => {
  if (!('serviceWorker' in navigator) || typeof Notification === 'undefined' || !('PushManager' in window)) {
    return isIosSafari(navigator) && !isOnHomeScreen() ? 'home' : 'none';
  }
  return ABILITY[Notification.permission];
};

export const noticesQuery = queryOptions({
  queryKey: ['/api/account', 'notices'],
  queryFn: ({ signal }) => call(routes.notices.get, {}, signal),
  staleTime: 2_000,
  refetchOnWindowFocus: true,
});

const inBase64 = (key: ArrayBuffer | null | undefined): string =>
  btoa(String.fromCodePoint(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const isFor = (subscription: PushSubscription | null, publicKey: string): boolean =>
  inBase64(subscription?.options.applicationServerKey) === publicKey;

/** Whether this browser still has an address that was made for the key. */
export const isListening = async (publicKey: string): Promise<boolean> =>
  isFor(await (await navigator.serviceWorker.ready).pushManager.getSubscription(), publicKey);

/** This browser's address at its maker's service, for this installation: one that was made for another key is of no use. */
const subscriptionFor = async (publicKey: string): Promise<PushSubscription> => {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && isFor(known, publicKey)) {
    return known;
  }
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
};

/** Has the server tell this browser, which has allowed it. */
export const subscribe = async (userId: number, { publicKey, settings }: NoticeState): Promise<void> => {
  if (publicKey === null) {
    return;
  }
  const { endpoint = '', keys } = (await subscriptionFor(publicKey)).toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await callOnline(routes.notices.subscribe, {
    body: { endpoint, keys: { p256dh, auth }, language: pageLanguage(), timeZone: deviceZone() },
  });
  keepChoice(userId, { isOn: true, settings });
};

/** Asks the browser, whose own question comes up only now, and then the server. False: the person did not allow it. */
export const turnOn = async (userId: number): Promise<boolean> => {
  if ((await Notification.requestPermission()) !== 'granted') {
    return false;
  }
  await subscribe(userId, await call(routes.notices.get, {}));
  return true;
};

export const turnOff = async (userId: number): Promise<void> => {
  await callOnline(routes.notices.unsubscribe, {});
  keepChoice(userId, { isOn: false });
  await (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.unsubscribe();
};
