import { t } from '#client/lib/texts.ts';
import type { Asked } from '#client/sign-in/asked.ts';
import { byId } from '#client/sign-in/dom.ts';
import { signInByPasskey } from '#client/sign-in/passkey.ts';
import { codeForm, make, PLAIN, post, PRIMARY, Refused, showStepOf, wordsOfError } from '#client/sign-in/step-parts.ts';

/** A button that signs in with a passkey, and what went wrong with it. */
const passkeyButton = (name: string, look: string, goOn: () => void): Node => {
  const error = make('p', 'signin-error');
  Object.assign(error, { hidden: true, role: 'alert' });
  const button = make('button', look, name);
  button.type = 'button';
  button.addEventListener('click', () => {
    error.hidden = true;
    signInByPasskey()
      .then((problem) => {
        if (problem !== null) {
          throw new Refused(problem);
        }
        goOn();
      })
      .catch(async (reason: unknown) => {
        error.textContent = await wordsOfError(reason);
        error.hidden = false;
      });
  });
  return make('div', 'grid gap-1.5', button, error);
};

/** Asks for what is left to show after the password, in place of the form; then continues. */
export const showSecondStep = async ({ token, next, hasPasskey }: Asked, goOn: () => void): Promise<void> => {
  if (next === 'set-up') {
    const { showSetUp } = await import('#client/sign-in/set-up-step.ts');
    await showSetUp(token, goOn);
    return;
  }
  if (next === 'passkey') {
    showStepOf({
      title: t('Use your passkey'),
      lead: t('Your organization asks for more than a password.'),
      content: [passkeyButton(t('Sign in with a passkey'), PRIMARY, goOn)],
    });
    byId('title', HTMLHeadingElement).focus();
    return;
  }
  const onCode = async (code: string): Promise<void> => {
    await post('/api/login/second-step', { token, code });
    goOn();
  };
  showStepOf({
    title: t('Enter the code'),
    lead: t('From your app. A recovery code works too.'),
    content: [
      codeForm({ submitName: t('Sign in'), onCode }),
      ...(hasPasskey && 'PublicKeyCredential' in window ? [passkeyButton(t('Use a passkey instead'), PLAIN, goOn)] : []),
    ],
  });
  byId('code', HTMLInputElement).focus();
};
