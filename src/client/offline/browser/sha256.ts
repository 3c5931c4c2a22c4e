import { hexOf } from '#client/offline/browser/hex.ts';

/** The 64 primes below 312. */
const primes = Array.from({ length: 310 }, (_, index) => index + 2).filter((n) => {
  for (let divisor = 2; divisor * divisor <= n; divisor += 1) {
    if (n % divisor === 0) {
      return false;
    }
  }
  return true;
});
/** The first 32 bits of the fraction: FIPS 180-4 takes its constants from the roots of the primes. */
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(primes.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Words 16 to 63 of a block, from its first 16. */
const spread = (words: Int32Array): void => {
  for (let at = 16; at < 64; at += 1) {
    const before = words[at - 15] ?? 0;
    const last = words[at - 2] ?? 0;
    const low = turn(before, 7) ^ turn(before, 18) ^ (before >>> 3);
    const high = turn(last, 17) ^ turn(last, 19) ^ (last >>> 10);
    words[at] = (words[at - 16] ?? 0) + low + (words[at - 7] ?? 0) + high;
  }
};

const mix = (state: Int32Array, words: Int32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUNDS[at] ?? 0) + (words[at] ?? 0)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = (state[at] ?? 0) + word;
  });
};

/** The last bytes, padded with a 1, zeros and the length in bits: one block or two. */
const endOf = (rest: Uint8Array, length: number): Uint8Array => {
  const end = new Uint8Array(rest.length < 56 ? 64 : 128);
  end.set(rest);
  end[rest.length] = 0x80;
  const view = new DataView(end.buffer);
  view.setUint32(end.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(end.length - 4, (length * 8) % 2 ** 32);
  return end;
};

/** SHA-256 (FIPS 180-4) in plain numbers. */
const digestPlainly = (bytes: Uint8Array): Uint8Array => {
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  const eat = (part: Uint8Array): void => {
    const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
    for (let block = 0; block + 64 <= part.length; block += 64) {
      for (let at = 0; at < 16; at += 1) {
        words[at] = view.getInt32(block + at * 4);
      }
      spread(words);
      mix(state, words);
    }
  };
  const whole = bytes.length - (bytes.length % 64);
  eat(bytes.subarray(0, whole));
  eat(endOf(bytes.subarray(whole), bytes.length));
  const digest = new Uint8Array(32);
  state.forEach((word, at) => new DataView(digest.buffer).setInt32(at * 4, word));
  return digest;
};

/**
 * The SHA-256 of the bytes in lower-case hexadecimal digits. Browsers have none on pages without TLS; there it is computed here, more
 * slowly.
 */
export const sha256Hex = async (bytes: ArrayBuffer): Promise<string> => {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  return hexOf(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : digestPlainly(new Uint8Array(bytes)));
};
