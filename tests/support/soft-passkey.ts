import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** As much of CBOR (RFC 8949) as an attestation needs. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) {
    return Buffer.from([(major << 5) | value]);
  }
  return value < 256 ? Buffer.from([(major << 5) | 24, value]) : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};
const cbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  if (typeof value === 'number') {
    return value < 0 ? head(1, -1 - value) : head(0, value);
  }
  if (typeof value === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((each) => cbor(each as string))]);
  }
  return Buffer.concat([head(2, value.length), value]);
};

interface Challenge {
  readonly challenge?: unknown;
}

/** A device that makes one passkey for a site and signs in with it (WebAuthn, ES256), without a browser. */
export interface SoftPasskey {
  create(options: Challenge, origin: string): Record<string, unknown>;
  get(options: Challenge, origin: string): Record<string, unknown>;
}

const FLAGS = { present: 1, verified: 4, hasKey: 64 };

export const softPasskey = (rpId: string): SoftPasskey => {
  const id = randomBytes(32);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let uses = 0;

  const dataWith = (flags: number, rest: Buffer): Buffer => {
    uses += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest]);
  };
  const coseKey = (key: KeyObject): Buffer => {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    const part = (text: string) => Buffer.from(text, 'base64url');
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, part(x)],
        [-3, part(y)],
      ]),
    );
  };
  const clientData = (type: string, { challenge }: Challenge, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  });

  return {
    create: (options, origin) => {
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const authData = dataWith(
        FLAGS.present | FLAGS.verified | FLAGS.hasKey,
        Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]),
      );
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return answer({ attestationObject, clientDataJSON: clientData('webauthn.create', options, origin) });
    },
    get: (options, origin) => {
      const authenticatorData = dataWith(FLAGS.present | FLAGS.verified, Buffer.alloc(0));
      const clientDataJSON = clientData('webauthn.get', options, origin);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
      return answer({ authenticatorData, clientDataJSON, signature });
    },
  };
};
