import { hash, verify } from '@node-rs/argon2';
import { TURNS } from '#server/work/bounds.ts';
import { createTurns } from '#server/work/turns.ts';
import { invalid } from '#shared/lib/errors.ts';
import { isLeaked } from '#server/auth/leaked-passwords.ts';

/**
 * Each hash takes 19 MiB and one of the few threads on which files are read as well: a flood of sign-ins queues behind itself (decision
 * 0036).
 */
const turns = createTurns(TURNS.hashes);

/** The address that the demo and the bench use. */
const OURSELVES = 'this program';

/**
 * Argon2id with the library's defaults, which are OWASP's: 19 MiB, two passes. `from`: the client's address; 429 if it has too many at
 * once.
 */
export const hashPassword = (password: string, from = OURSELVES): Promise<string> => turns.run(from, () => hash(password));

/** `hashPassword` for a newly chosen password; refuses one that is known from leaks, under the field's name. */
export const hashNewPassword = async (password: string, from: string): Promise<string> => {
  if (isLeaked(password)) {
    throw invalid('password', 'passwordLeaked');
  }
  return hashPassword(password, from);
};

let decoy: Promise<string> | undefined;

/**
 * Whether the password is the account's. Without an account it does the same work against a decoy, so that a wrong email and a wrong
 * password take the same time (specification 7.3).
 */
export const passwordMatches = async (passwordHash: string | null, password: string, from = OURSELVES): Promise<boolean> => {
  if (passwordHash === null) {
    decoy ??= hash('a password that nobody has');
    const known = await decoy;
    await turns.run(from, () => verify(known, password));
    return false;
  }
  return turns.run(from, () => verify(passwordHash, password));
};
