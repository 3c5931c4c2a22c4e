import { withoutToken, withToken } from '#client/lib/invitation-path.ts';

const askedFor = (): string =>
  new URLSearchParams(location.search).get('returnTo') ?? new URLSearchParams(location.hash.slice(1)).get('returnTo') ?? '/';

/** The page to continue at: a path on this site, as the server checks it too. A mailed link has it behind its hash. */
const path = (): string => {
  const asked = withoutToken(askedFor());
  return /^\/(?![/\\])[^\s\\]*$/.test(asked) && !asked.startsWith('/api/') ? asked : '/';
};

/** The same with an invitation's token: to go there, and for an e-mail to lead there. */
export const returnPath = (): string => withToken(path());

/** Another way to sign in, which leads to the same page afterwards. */
export const loginAddress = (parts: Readonly<Record<string, string>>): string =>
  `/api/login?${new URLSearchParams({ ...parts, returnTo: path() }).toString()}`;
