import { createHash } from 'node:crypto';
import { LEAKED } from '#server/auth/leaked-passwords-filter.ts';

let bits: Buffer | undefined;

/**
 * Whether the password is a common leaked one, ignoring case. A Bloom filter: one in 100,000 other passwords is mistaken for a listed
 * one; no listed one is missed.
 */
export const isLeaked = (password: string): boolean => {
  bits ??= Buffer.from(LEAKED.bits, 'base64');
  const digest = createHash('sha256').update(password.normalize('NFC').toLowerCase()).digest();
  const [first, step] = [digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0];
  for (let index = 0; index < LEAKED.hashes; index += 1) {
    const bit = (first + index * step) % (bits.length * 8);
    if (((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) {
      return false;
    }
  }
  return true;
};
