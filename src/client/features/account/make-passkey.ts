import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { routes } from '#shared/routes.ts';
import { callOnline } from '#client/api/other-calls.ts';

/** The device created none: the user declined, it took too long, or it already has one for this account. */
export class NoPasskey extends Error {
  constructor(cause: unknown) {
    super(undefined, { cause });
    this.name = 'NoPasskey';
  }
}

/** Whether this browser can create one; whether this address can have any is for the server to say. */
export const canMakePasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Has this device create a passkey and the server keep it. Throws `NoPasskey`, and what the calls throw. */
export const makePasskey = async (name: string): Promise<void> => {
  const { token, options } = await callOnline(routes.account.passkeyOptions, {});
  // Most people never create one: its code is loaded on demand.
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).catch(
    (error: unknown) => {
      throw new NoPasskey(error);
    },
  );
  await callOnline(routes.account.addPasskey, { body: { token, name, response: JSON.parse(JSON.stringify(response)) } });
};
