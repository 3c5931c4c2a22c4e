import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushTarget } from '#server/ports/push.ts';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
/** One record holds everything: services take no more than 4,096 bytes. */
const RECORD_BYTES = 4096;
/** What follows the text of the last record. */
const LAST = Buffer.from([2]);

const derive = (secret: Uint8Array, salt: Uint8Array, info: readonly (string | Uint8Array)[], length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat(info.map((part) => Buffer.from(part))), length));

const freshKeys = (): ECDH => {
  const keys = createECDH(CURVE);
  keys.generateKeys();
  return keys;
};

/** Encrypts a text for one browser as RFC 8291 says (`aes128gcm`). Keys and salt are fresh each time; the RFC's own example gives them. */
export const encryptFor = (
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  text: string,
  keys: ECDH = freshKeys(),
  salt: Buffer = randomBytes(SALT_BYTES),
): Buffer => {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = keys.getPublicKey();
  const shared = derive(keys.computeSecret(theirs), Buffer.from(auth, 'base64url'), ['WebPush: info\0', theirs, ours], 32);
  const key = derive(shared, salt, ['Content-Encoding: aes128gcm\0'], 16);
  const nonce = derive(shared, salt, ['Content-Encoding: nonce\0'], 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [cipher.update(text, 'utf8'), cipher.update(LAST), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, ...sealed]);
};
