/** Parts of letters, digits, `.`, `-` and `_`, none of which begins with a dot. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

export const isStoreName = (name: string): boolean => NAME.test(name);

/** Names come from hashes, timestamps and epochs; this is for the day on which someone else writes a manifest. */
export const requireStoreName = (name: string): void => {
  if (!isStoreName(name)) {
    throw new Error(`${JSON.stringify(name)} is not a name under which backups keep anything.`);
  }
};

/** Above what is encrypted; below it each key has a folder, so that none ever reads, or sweeps, what another one wrote. */
export const ENCRYPTED = 'encrypted/';
