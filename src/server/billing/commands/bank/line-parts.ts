import { createHash } from 'node:crypto';
import { invalid } from '#shared/lib/errors.ts';
import type { FingerprintedLine, ReadLine } from './read-bank-file-job.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Characters of a text that a bank passes on: the standard allows 140 a line, and some send several. */
const LONGEST_TEXT = 1000;
const LONGEST_NAME = 200;

const bounded = (text: string | null | undefined, most: number): string | null => {
  const plain = text?.replaceAll(/\s+/g, ' ').trim() ?? '';
  return plain === '' ? null : plain.slice(0, most);
};
export const boundedText = (text: string | null | undefined): string | null => bounded(text, LONGEST_TEXT);
export const boundedName = (text: string | null | undefined): string | null => bounded(text, LONGEST_NAME);

/** Accounts are written with and without spaces. */
export const plainAccount = (account: string | null | undefined): string | null =>
  boundedName(account?.replaceAll(/\s/g, '').toUpperCase());

export const hashOfAccount = (account: string | null): string | null => (account === null ? null : sha256(account));

/** More than any bank moves in one go, and exact as a number. */
const MOST_DIGITS = 13;

/** Hundredths of a plain decimal: `8.850` is 885. Refuses by name what cannot be paid; null: it is no amount. */
export const centsOf = (text: string, currency: string): number | null => {
  const [, whole = '', decimals = ''] = /^\+?(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole + decimals === '' || whole.length > MOST_DIGITS) {
    return null;
  }
  if (/[1-9]/.test(decimals.slice(2))) {
    throw invalid('', 'bankAmountTooFine', { amount: text.trim(), currency });
  }
  return Number(whole + decimals.slice(0, 2).padEnd(2, '0'));
};

/** A line with all that tells it from others, whatever a person says about the file. */
export interface IdentifiedLine extends ReadLine {
  readonly identity: readonly (string | number | null)[];
}

/**
 * What tells each line of one statement from every other of its account, whichever files it is in: its identity. Lines that
 * are alike in it are counted, so the second of two is known again as the second.
 */
export const withFingerprints = (lines: readonly IdentifiedLine[]): FingerprintedLine[] => {
  const seen = new Map<string, number>();
  return lines.map(({ identity, ...line }) => {
    const key = JSON.stringify(identity);
    const place = (seen.get(key) ?? 0) + 1;
    seen.set(key, place);
    return { ...line, fingerprint: sha256(`${key} ${place}`) };
  });
};
