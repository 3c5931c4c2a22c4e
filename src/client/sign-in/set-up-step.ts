import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { renderSVG } from 'uqr';
import { t } from '#client/lib/texts.ts';
import { byId } from '#client/sign-in/dom.ts';
import { codeForm, make, PLAIN, post, PRIMARY, Refused, showStepOf, wordsOfError } from '#client/sign-in/step-parts.ts';

interface Options {
  readonly secret: string;
  readonly address: string;
}

/** As an image: a data address adds no markup to the page. */
const qrCode = (address: string): Node => {
  const picture = make('img', 'mx-auto size-56 rounded-ctl border border-line bg-white');
  picture.src = `data:image/svg+xml,${encodeURIComponent(renderSVG(address, { border: 4 }))}`;
  picture.alt = t('Key as a QR code');
  return picture;
};

const showCodes = (codes: readonly string[], goOn: () => void): void => {
  const button = make('button', PRIMARY, t("I've saved them"));
  button.type = 'button';
  button.addEventListener('click', goOn);
  showStepOf({
    title: t('Your recovery codes'),
    lead: t('Each one signs you in once if you lose your phone. They are shown only once: keep them somewhere you can reach without it.'),
    content: [
      make(
        'ul',
        'grid gap-x-4 gap-y-1.5 rounded-ctl bg-sunk p-4 font-mono text-sm select-all min-[25rem]:grid-cols-2',
        ...codes.map((code) => make('li', '', code)),
      ),
      button,
    ],
  });
  byId('title', HTMLHeadingElement).focus();
};

const makePasskey = async (token: string): Promise<void> => {
  const begun = await post<{ token: string; options: PublicKeyCredentialCreationOptionsJSON }>('/api/login/second-step/passkey-options', {
    token,
  });
  const response = await startRegistration({ optionsJSON: begun.options }).catch(() => {
    throw new Refused({ detail: t('No passkey was created. Try again, or use another device.') });
  });
  await post('/api/login/second-step/passkey', { token, passkeyToken: begun.token, response, name: t('My passkey') });
};

const passkeyPart = (token: string, goOn: () => void): Node => {
  const error = make('p', 'signin-error');
  Object.assign(error, { hidden: true, role: 'alert' });
  const button = make('button', PLAIN, t('Create a passkey instead'));
  button.type = 'button';
  button.addEventListener('click', () => {
    error.hidden = true;
    makePasskey(token)
      .then(goOn)
      .catch(async (reason: unknown) => {
        error.textContent = await wordsOfError(reason);
        error.hidden = false;
      });
  });
  return make('div', 'grid gap-1.5', button, error);
};

const offersPasskeys = async (): Promise<boolean> => {
  const { passkeys } = (await (await fetch('/api/login/ways')).json()) as { passkeys: boolean };
  return passkeys && 'PublicKeyCredential' in window;
};

/** Makes the user set up a second step before they get in, because an organization that they administer requires one. */
export const showSetUp = async (token: string, goOn: () => void): Promise<void> => {
  const { secret, address } = await post<Options>('/api/login/second-step/options', { token });
  const onCode = async (code: string): Promise<void> => {
    const { recoveryCodes } = await post<{ recoveryCodes: string[] }>('/api/login/second-step/set-up', { token, code });
    showCodes(recoveryCodes, goOn);
  };
  showStepOf({
    title: t('Set up a second step'),
    lead: t(
      'Your organization asks its owner and admins for more than a password. Scan this with an app such as Google Authenticator, Microsoft Authenticator or your password manager, or type the key into it; then enter the code it shows.',
    ),
    content: [
      qrCode(address),
      make('p', 'text-center font-mono text-sm wrap-anywhere select-all', secret.match(/.{1,4}/g)?.join(' ') ?? secret),
      codeForm({ submitName: t('Turn on and sign in'), onCode }),
      ...((await offersPasskeys()) ? [passkeyPart(token, goOn)] : []),
    ],
  });
  byId('title', HTMLHeadingElement).focus();
};
