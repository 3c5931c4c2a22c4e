import { backoffMs } from '#client/offline/public.ts';

/**
 * Whether this registration has a worker that stays: false once its first one was dropped because a file of the app could not be fetched.
 */
const keepsWorker = ({ installing, waiting, active }: ServiceWorkerRegistration): Promise<boolean> =>
  new Promise((resolve) => {
    if (active || waiting || !installing) {
      resolve(Boolean(active ?? waiting));
    } else {
      installing.addEventListener('statechange', () => resolve(installing.state !== 'redundant'), { once: true });
    }
  });

/**
 * Registers the service worker at that address, and again after each failure until a worker has all files of the app. On a weak network one
 * of them may fail; the browser then drops the first worker and does not try again before the next page load, so that an app that is left
 * open would never start offline. `onRegistered` is called with each registration; one that failed can be forgotten.
 */
export const registerFirstWorker = async (
  container: ServiceWorkerContainer,
  address: string,
  onRegistered: (registration: ServiceWorkerRegistration) => void,
  failures = 0,
): Promise<void> => {
  const registration = await container.register(address).catch(() => null);
  if (registration) {
    onRegistered(registration);
  }
  if (!registration || !(await keepsWorker(registration))) {
    const again = () => void registerFirstWorker(container, address, onRegistered, failures + 1);
    window.setTimeout(again, backoffMs(failures + 1, Math.random()));
  }
};
