import type { QueryClient } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { callAccepted } from '#client/api/other-calls.ts';
import { theOwnView } from '#client/data/own-view.ts';
import { rememberUser, userQuery } from '#client/data/session.ts';
import { setSessionUser } from '#client/data/session-user.ts';
import { announceView, type Engine } from '#client/offline/public.ts';

/** The name of the cookie, with a prefix where browsers connect over TLS. */
const MARK = /(?:^|; )((?:__Host-)?headland_left)=/;

const removeMark = (): void => {
  const name = MARK.exec(document.cookie)?.[1];
  if (name !== undefined) {
    document.cookie = `${name}=; path=/; max-age=0${location.protocol === 'https:' ? '; secure' : ''}`;
  }
};

/**
 * Removes the copy on this device, unless `isStill` returns false when it is about to; unsent changes stay for their user's next sign-in.
 */
export const forgetCopy = async (engine: Engine, isStill?: () => boolean): Promise<void> => {
  rememberUser(null);
  await engine.signedOut(isStill);
  removeMark();
  announceView(engine);
  void import('#client/data/end-notices.ts').then(({ endNotices }) => endNotices()).catch(() => undefined);
};

/** Cleans up after signing out (specification 2.22). */
export const leave = async (engine: Engine): Promise<void> => {
  setSessionUser(null);
  theOwnView().close();
  await forgetCopy(engine);
};

/**
 * Ends the session and forgets everything that was read, then goes to the address `then` as a signed-out visitor. False: the browser goes
 * to the identity provider for that. Throws as `call` does: then nothing has happened.
 */
export const endHere = async (engine: Engine, client: QueryClient, then: string): Promise<boolean> => {
  const elsewhere = await callAccepted(routes.users.logout, {});
  await leave(engine);
  if (elsewhere) {
    // Otherwise the next user of this device would be signed in without being asked who they are.
    window.location.assign(elsewhere.continueAt);
    return false;
  }
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== userQuery.queryKey[0] });
  client.setQueryData(userQuery.queryKey, null);
  window.history.replaceState(null, '', then);
  return true;
};
