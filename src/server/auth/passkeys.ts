import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { invalid } from '#shared/lib/errors.ts';
import type { StoredPasskey } from '#server/data/passkeys.ts';

type Json = Record<string, unknown>;

/** With its certificates it is a tenth of the program, which most processes never need. */
const webauthn = () => import('@simplewebauthn/server');

// Without a public address the origin is what the request says about its host, which may be anything.
const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).hostname : '');

/** Whether browsers create passkeys for this address: it needs a name (WebAuthn does not accept IP addresses), and TLS or `localhost`. */
export const canHavePasskeys = (origin: string): boolean => {
  const host = hostOf(origin);
  return isIP(host.replace(/^\[|\]$/g, '')) === 0 && (origin.startsWith('https:') || host === 'localhost');
};

const notRight = () => invalid('response', 'passkeyNotChecked');

interface Owner {
  readonly id: number;
  readonly email: string;
}

/** Options for a browser to create a passkey: discoverable, and with user verification (finger, face or code). */
export const optionsForNew = async (origin: string, { id, email }: Owner, existing: readonly StoredPasskey[]) =>
  (await webauthn()).generateRegistrationOptions({
    rpName: 'Headland',
    rpID: hostOf(origin),
    userID: Uint8Array.from(Buffer.from(String(id))),
    userName: email,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** The key that the browser created; 400 if it does not answer the challenge at this address. */
export const checkNew = async (origin: string, challenge: string, response: Json) => {
  const { verifyRegistrationResponse } = await webauthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // The library rejects anything that is not of this form.
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

/** Options for a browser to sign in with any passkey it has for this address, naming no account; or with one of these. */
export const optionsForSignIn = async (origin: string, own?: readonly StoredPasskey[]) =>
  (await webauthn()).generateAuthenticationOptions({
    rpID: hostOf(origin),
    userVerification: 'required',
    ...(own === undefined ? {} : { allowCredentials: own.map(({ credentialId: id }) => ({ id })) }),
  });

/** The passkey's own use counter, if it answers the challenge at this address; undefined if it does not. */
export const checkSignIn = async (
  origin: string,
  challenge: string,
  response: Json,
  { credentialId, publicKey, counter }: StoredPasskey,
): Promise<number | undefined> => {
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter },
  }).catch(() => undefined);
  return checked?.verified === true ? checked.authenticationInfo.newCounter : undefined;
};
