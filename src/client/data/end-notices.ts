/**
 * Takes away what this browser shows its person, and its address at its maker's service: what that still holds for them must not come to
 * whoever uses the device next. It works without, so nothing that goes wrong counts.
 */
export const endNotices = async (): Promise<void> => {
  // Pages without TLS have no workers, and some browsers no push.
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  const registration = (await serviceWorker?.getRegistration()) as
    | (Omit<ServiceWorkerRegistration, 'pushManager'> & { readonly pushManager?: PushManager })
    | undefined;
  (await registration?.getNotifications())?.forEach((notification) => notification.close());
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
};
