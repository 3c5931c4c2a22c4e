import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '#shared/domain/second-step.ts';

const PERIOD_SECONDS = 30;
/** Clocks of phones and servers differ: the previous and the next step count as well. */
const WINDOW = 1;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Headland', label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** 160 random bits in base32, as authenticator apps take them. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** `otpauth:…`, which apps read from a QR code. */
export const totpAddress = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * The time step (half a minute each, since 1970) whose code this is, if that is the current one or next to it; undefined if the code is
 * wrong.
 */
export const stepOfCode = (secret: string, code: string, now: Date): number | undefined => {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
};

// Crockford's: codes that are read out or copied by hand are not misread.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHARACTERS = 16;

const newRecoveryCode = (): string => {
  const characters = [...randomBytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return characters.match(/.{4}/g)?.join('-') ?? characters;
};

/** Codes of 80 random bits each, to be shown once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** The hash that is stored of a recovery code, however it was typed. 80 random bits: a plain hash is enough. */
export const hashOfRecoveryCode = (code: string): Buffer => {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(plain).digest();
};

/** The six digits of an app's code, however they are spaced; undefined if it is something else, such as a recovery code. */
export const digitsOf = (typed: string): string | undefined => /^\d{6}$/.exec(typed.replace(/\s/g, ''))?.[0];
