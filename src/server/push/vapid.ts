import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** The pair by which services of browsers' makers know this installation (RFC 8292). */
export interface PushKeys {
  /** The point, in base64url: what browsers take. */
  readonly publicKey: string;
  /** PKCS 8. */
  readonly privateKey: Buffer;
}

/** Services take at most a day. */
const VALID_SECONDS = 12 * 3600;

export const makePushKeys = (): PushKeys => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }) };
};

const inJson = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The `Authorization` of a request to the service at this origin. `subject` is an address by which the operator is found. */
export const vapidHeader = (keys: PushKeys, { origin, subject, now }: { origin: string; subject: string; now: Date }): string => {
  const claims = { aud: origin, exp: Math.floor(now.getTime() / 1000) + VALID_SECONDS, sub: subject };
  const signed = `${inJson({ typ: 'JWT', alg: 'ES256' })}.${inJson(claims)}`;
  const key = createPrivateKey({ key: keys.privateKey, format: 'der', type: 'pkcs8' });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${signed}.${signature}, k=${keys.publicKey}`;
};
