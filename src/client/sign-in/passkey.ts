import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from '@simplewebauthn/browser';
import { t } from '#client/lib/texts.ts';
import type { Problem } from '#client/sign-in/problem.ts';

const post = (address: string, body?: object): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });

/** Signs in with a passkey of this device; null: it worked. */
export const signInByPasskey = async (): Promise<Problem | null> => {
  const begun = await post('/api/login/passkey/options');
  if (!begun.ok) {
    return (await begun.json()) as Problem;
  }
  const { token, options } = (await begun.json()) as { token: string; options: PublicKeyCredentialRequestOptionsJSON };
  const response = await startAuthentication({ optionsJSON: options }).catch(() => null);
  if (response === null) {
    return { detail: t('No passkey was used. Sign in with your password, then add one under Account.') };
  }
  const answer = await post('/api/login/passkey', { token, response });
  return answer.ok ? null : ((await answer.json()) as Problem);
};
