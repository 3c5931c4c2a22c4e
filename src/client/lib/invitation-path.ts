/* A link to an invitation is `/invitation#<token>`: what follows the hash is seen by no server and no log. This tab remembers the token,
   so that it is neither in the address nor in the history, and is still available after signing in. Older links are `/invitation/<token>`. */

const KEPT = 'invitation';
const PAGE = '/invitation';

/** The path without an invitation's token, which this tab remembers from here on; any other path unchanged. */
export const withoutToken = (path: string): string => {
  const token = /^\/invitation[/#]([\w-]+)\/?$/.exec(path)?.[1];
  if (token === undefined) {
    return path;
  }
  sessionStorage.setItem(KEPT, token);
  return PAGE;
};

/** The path with the token that this tab remembers, for places that no server reads: behind a mailed link's hash, or to navigate there. */
export const withToken = (path: string): string => {
  const token = sessionStorage.getItem(KEPT);
  return path === PAGE && token !== null ? `${PAGE}#${token}` : path;
};

/** The token of the invitation at this path, empty if there is none; null: another path. */
export const invitationOf = (path: string): string | null => (path === PAGE ? (sessionStorage.getItem(KEPT) ?? '') : null);

/** Removes the token from the page's address; call it before anything reads that. */
export const hideToken = (): void => {
  const asked = location.pathname + location.hash;
  const path = withoutToken(asked);
  if (path !== asked) {
    history.replaceState(history.state, '', path);
  }
};

/** Called when the invitation is no longer needed. */
export const forgetToken = (): void => sessionStorage.removeItem(KEPT);
