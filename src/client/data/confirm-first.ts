import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';

/**
 * Asks who somebody is, where that was long ago, before what does not go on by itself when it is refused. Throws if they turn back. Without
 * a connection nobody is asked: what is downloaded fails by itself then, and what waits is judged when it goes.
 */
export const confirmFirst = async (): Promise<void> => {
  await call(routes.confirmations.get, {}).catch((error: unknown) => {
    if (!(error instanceof TypeError)) {
      throw error;
    }
  });
};
