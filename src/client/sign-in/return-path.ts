import { withoutToken, withToken } from '#client/lib/invitation-path.ts';

const askedFor = (): string =>
  new URLSearchParams(location.search).get('returnTo') ?? new URLSearchParams(location.hash.slice(1)).get('returnTo') ?? '/';

/** The page to go on to: a path on this site, as the server checks it too. A mailed link has it behind its hash. */
const path = (): string => {
  const asked = withoutToken(askedFor());
  return /^\/(?![/\\])[^\s\\]*$/.test(asked) && !asked.startsWith('/api/') ? asked : '/';
};

/** The same with an invitation's token: to go there, and for a mail to lead there. */
export const returnPath = (): string => withToken(path());

/** Another way to sign in, which leads on to the same page. */
export const loginAddress = (parts: Readonly<Record<string, string>>): string =>
  `/api/login?${new URLSearchParams({ ...parts, returnTo: path() }).toString()}`;
