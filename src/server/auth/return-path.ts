/** A path on this site to go to after signing in; anything else is the start page, so nobody is led to another site. */
export const safeReturnPath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(path) && !path.startsWith('/api/') ? path : '/';
