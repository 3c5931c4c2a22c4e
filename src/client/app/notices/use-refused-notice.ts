import { useEffect, useRef } from 'react';
import { quietUntil } from '#shared/domain/quiet-hours.ts';
import { useUser } from '#client/data/user-context.tsx';
import { deviceZone } from '#client/data/today.ts';
import { keptChoice } from '#client/entities/notices/kept-choice.ts';
import { t } from '#client/lib/texts.ts';

const TAG = 'refused';

/** Whether the person wants to hear of it on this device, now. */
const isWelcome = (userId: number): boolean => {
  const { isOn, settings } = keptChoice(userId);
  return (
    isOn &&
    settings !== null &&
    settings.kinds.includes('refused') &&
    Notification.permission === 'granted' &&
    quietUntil(settings.quiet, deviceZone(), new Date()) === null
  );
};

const showRefused = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.ready;
  await registration.showNotification(t('A change was not accepted'), {
    body: t('It stays on this device until you decide what to do.'),
    tag: TAG,
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: { path: '/sync' },
  });
};

const hideRefused = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.ready;
  (await registration.getNotifications({ tag: TAG })).forEach((notification) => notification.close());
};

/** Says on this device that a change was refused while nobody was looking: no server has to, for it happens here. */
export const useRefusedNotice = (refused: number): void => {
  const { id: userId } = useUser();
  const before = useRef(refused);
  useEffect(() => {
    const isMore = refused > before.current;
    before.current = refused;
    if (isMore && document.visibilityState === 'hidden' && isWelcome(userId)) {
      void showRefused().catch(() => undefined);
    } else if (refused === 0) {
      void hideRefused().catch(() => undefined);
    }
  }, [refused, userId]);
};
