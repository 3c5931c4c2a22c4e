/*
 * A link to an invitation is `/invitation#<token>`: what stands behind the hash no server and no log sees. This tab remembers the token, so
 * that it stands neither in the address nor in the history, and is there again after signing in. Older links are `/invitation/<token>`.
 */

const KEPT = 'invitation';
const PAGE = '/invitation';

/** The path without an invitation's token, which this tab remembers from here on; any other path as it is. */
export const withoutToken = (path: string): string => {
  const token = /^\/invitation[/#]([\w-]+)\/?$/.exec(path)?.[1];
  if (token === undefined) {
    return path;
  }
  sessionStorage.setItem(KEPT, token);
  return PAGE;
};

/** The path with the token that this tab remembers, for where no server reads it: behind a mailed link's hash, or to go there. */
export const withToken = (path: string): string => {
  const token = sessionStorage.getItem(KEPT);
  return path === PAGE && token !== null ? `${PAGE}#${token}` : path;
};

/** The token of the invitation at this path, empty if nobody gave one; null: the path is another one. */
export const invitationOf = (path: string): string | null => (path === PAGE ? (sessionStorage.getItem(KEPT) ?? '') : null);

/** Takes the token out of the page's address; before anything reads that. */
export const hideToken = (): void => {
  const asked = location.pathname + location.hash;
  const path = withoutToken(asked);
  if (path !== asked) {
    history.replaceState(history.state, '', path);
  }
};

/** The invitation has done its work. */
export const forgetToken = (): void => sessionStorage.removeItem(KEPT);
