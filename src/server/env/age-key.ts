const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const PREFIX = 'age-secret-key-';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** BIP 173's checksum, over values of five bits; it is 1 if nothing was mistyped. */
const checksum = (values: readonly number[]): number => {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    GENERATORS.forEach((generator, bit) => {
      sum ^= (top >>> bit) & 1 ? generator : 0;
    });
  }
  return sum;
};

/** Whether it is an identity of age, `AGE-SECRET-KEY-1…`, without a typo. */
export const isAgeKey = (text: string): boolean => {
  if (!/^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(text)) {
    return false;
  }
  const codes = Array.from(PREFIX, (letter) => letter.codePointAt(0) ?? 0);
  const data = Array.from(text.slice(PREFIX.length + 1).toLowerCase(), (letter) => LETTERS.indexOf(letter));
  return checksum([...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31), ...data]) === 1;
};
