import type { QueryClient } from '@tanstack/react-query';
import { routes } from '#shared/routes.ts';
import { callAccepted } from '#client/api/call.ts';
import { theOwnView } from '#client/data/own-view.ts';
import { rememberUser, userQuery } from '#client/data/session.ts';
import { setSessionUser } from '#client/data/session-user.ts';
import { announceView, type Engine } from '#client/offline/public.ts';

/** The cookie is called so, behind a prefix where browsers come over TLS. */
const MARK = /(?:^|; )((?:__Host-)?headland_left)=/;

const removeMark = (): void => {
  const name = MARK.exec(document.cookie)?.[1];
  if (name !== undefined) {
    document.cookie = `${name}=; path=/; max-age=0${location.protocol === 'https:' ? '; secure' : ''}`;
  }
};

/** The copy on this device goes, unless `isStill` says no when it is about to; what waits to be sent stays for its user's next sign-in. */
export const forgetCopy = async (engine: Engine, isStill?: () => boolean): Promise<void> => {
  rememberUser(null);
  await engine.signedOut(isStill);
  removeMark();
  announceView(engine);
};

/** After signing out (specification 1 §4). */
export const leave = async (engine: Engine): Promise<void> => {
  setSessionUser(null);
  theOwnView().close();
  await forgetCopy(engine);
};

/**
 * Ends the session and forgets everything that was read; what nobody in particular sees follows, at the address `then`. False: the browser
 * goes to the identity provider for that. Throws as `call` does: then nothing has happened.
 */
export const endHere = async (engine: Engine, client: QueryClient, then: string): Promise<boolean> => {
  const elsewhere = await callAccepted(routes.users.logout, {});
  await leave(engine);
  if (elsewhere) {
    // Or the next one at this device would be signed in without being asked who he is.
    window.location.assign(elsewhere.continueAt);
    return false;
  }
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== userQuery.queryKey[0] });
  client.setQueryData(userQuery.queryKey, null);
  window.history.replaceState(null, '', then);
  return true;
};
