/** A path on this site to go to after signing in; anything else becomes the start page, so that nobody is redirected to another site. */
export const safeReturnPath = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(path) && !path.startsWith('/api/') ? path : '/';
