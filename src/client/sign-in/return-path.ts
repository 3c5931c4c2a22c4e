/** The page to go on to: a path on this site, as the server checks it too. A mailed link has it behind its hash. */
export const returnPath = (): string => {
  const path = new URLSearchParams(location.search).get('returnTo') ?? new URLSearchParams(location.hash.slice(1)).get('returnTo') ?? '/';
  return /^\/(?![/\\])[^\s\\]*$/.test(path) && !path.startsWith('/api/') ? path : '/';
};

/** Another way to sign in, which leads on to the same page. */
export const loginAddress = (parts: Readonly<Record<string, string>>): string =>
  `/api/login?${new URLSearchParams({ ...parts, returnTo: returnPath() }).toString()}`;
