// Makes src/server/auth/leaked-passwords-filter.ts from lists of leaked passwords, one a line, most common first:
//
//   node scripts/leaked-passwords.mjs list.txt [more.txt ...]
//
// Needed only to renew the filter: docs/decisions/0039 says which lists the present one was made from. Entries shorter than a password may
// be are left out; the rest is compared in lower case. The filter is a Bloom filter: it recognizes every password of the lists, and
// mistakes one in 100,000 others for one of them.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib.mjs';

const SHORTEST = 12;
/** Bits for each password and how many of them are set: together one in 100,000. */
const BITS_EACH = 24;
const HASHES = 17;

const passwords = new Set(
  process.argv
    .slice(2)
    .flatMap((path) => readFileSync(path, 'utf8').split(/\r?\n/))
    .map((line) => line.normalize('NFC').toLowerCase())
    .filter((line) => line.length >= SHORTEST),
);
if (passwords.size === 0) {
  throw new Error('Name files with leaked passwords, one a line.');
}

const bytes = Math.ceil((passwords.size * BITS_EACH) / 8);
const filter = Buffer.alloc(bytes);
for (const password of passwords) {
  const digest = createHash('sha256').update(password).digest();
  const [first, step] = [digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0];
  for (let index = 0; index < HASHES; index += 1) {
    const bit = (first + index * step) % (bytes * 8);
    filter[bit >> 3] |= 1 << (bit & 7);
  }
}

writeFileSync(
  join(root, 'src/server/auth/leaked-passwords-filter.ts'),
  `/** Made by \`scripts/leaked-passwords.mjs\` of ${passwords.size} leaked passwords; no list can be read from it. */
export const LEAKED = {
  hashes: ${HASHES},
  bits: '${filter.toString('base64')}',
};
`,
);
