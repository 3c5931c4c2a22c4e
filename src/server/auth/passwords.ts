import { hash, verify } from '@node-rs/argon2';

// Argon2id with the library's defaults, which are OWASP's: 19 MiB, two passes.
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the account's. Without an account it does the same work against a decoy,
 * so that a wrong e-mail and a wrong password take the same time (decisions §3).
 */
export const passwordMatches = async (passwordHash: string | null, password: string): Promise<boolean> => {
  if (passwordHash === null) {
    decoy ??= hashPassword('a password that nobody has');
    await verify(await decoy, password);
    return false;
  }
  return verify(passwordHash, password);
};
