import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';

/**
 * Confirms the user's identity, if the last confirmation is too old, before an action that cannot be resumed after a refusal. Throws if
 * they cancel. Offline nobody is asked: a download fails by itself, and queued changes are judged when they are sent.
 */
export const confirmFirst = async (): Promise<void> => {
  await call(routes.confirmations.get, {}).catch((error: unknown) => {
    if (!(error instanceof TypeError)) {
      throw error;
    }
  });
};
