import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { invalid } from '#shared/lib/errors.ts';
import type { StoredPasskey } from '#server/data/passkeys.ts';

type Json = Record<string, unknown>;

// Without a public address the origin is what the request says of its host, which may be anything.
const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).hostname : '');

/** Whether browsers make passkeys for this address: it needs a name (WebAuthn knows no numbers), and TLS or `localhost`. */
export const canHavePasskeys = (origin: string): boolean => {
  const host = hostOf(origin);
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 && (origin.startsWith('https:') || host === 'localhost');
};

const notRight = () => invalid('response', 'passkeyNotChecked');

interface Owner {
  readonly id: number;
  readonly email: string;
}

/** What a browser needs to make a passkey: one that the device finds by itself, and that asks for a finger, a face or a code. */
export const optionsForNew = async (origin: string, { id, email }: Owner, existing: readonly StoredPasskey[]) =>
  generateRegistrationOptions({
    rpName: 'Headland',
    rpID: hostOf(origin),
    userID: Uint8Array.from(Buffer.from(String(id))),
    userName: email,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** The key of what the browser made; 400 if it does not answer the challenge at this address. */
export const checkNew = async (origin: string, challenge: string, response: Json) => {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // What is not of this form the library refuses.
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) {
    throw notRight();
  }
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
};

/** What a browser needs to sign in by any passkey that it has for this address, naming no account; or by one of these. */
export const optionsForSignIn = (origin: string, own?: readonly StoredPasskey[]) =>
  generateAuthenticationOptions({
    rpID: hostOf(origin),
    userVerification: 'required',
    ...(own === undefined ? {} : { allowCredentials: own.map(({ credentialId: id }) => ({ id })) }),
  });

/** How often the passkey was used by its own count, if it answers the challenge at this address; undefined: it does not. */
export const checkSignIn = async (
  origin: string,
  challenge: string,
  response: Json,
  { credentialId, publicKey, counter }: StoredPasskey,
): Promise<number | undefined> => {
  const checked = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
  }).catch(() => undefined);
  return checked?.verified === true ? checked.authenticationInfo.newCounter : undefined;
};
