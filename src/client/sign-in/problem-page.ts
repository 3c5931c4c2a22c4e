import { type PlainText, t } from '#client/lib/texts.ts';
import { showNotice } from '#client/sign-in/notice.ts';
import { loginAddress } from '#client/sign-in/return-path.ts';

interface Words {
  readonly title: PlainText;
  readonly text: PlainText;
}

/** What went wrong at the identity provider, and what to do about it; the server names the kind in the address. */
const PROBLEMS: Readonly<Record<string, Words>> = {
  'provider-down': {
    title: 'The identity provider is not responding',
    text: "Nobody can sign in until it does. Try again in a few minutes; if it continues, tell your server's administrator. On devices where you are signed in, Headland keeps working: what you log is kept there and sent later.",
  },
  'provider-refused': {
    title: 'Sign-in failed',
    text: "The identity provider's response was not what was expected. Try again; if it continues, tell your server's administrator: the server's log says why.",
  },
  'sign-in-stale': {
    title: 'This sign-in has expired',
    text: 'It took longer than ten minutes, was started in another tab, or was already completed. Start again.',
  },
  cancelled: { title: 'You are not signed in', text: 'Sign-in was canceled at the identity provider.' },
  'email-missing': {
    title: 'Your email is missing',
    text: "The identity provider did not share your email address, which your company knows you by. Your server's administrator has to allow it there (scope “email”).",
  },
  'email-unverified': {
    title: 'Your email is not confirmed',
    text: 'The identity provider has not confirmed your email address yet. Open the link in its email, then sign in again.',
  },
  'email-taken': {
    title: 'This email belongs to someone else here',
    text: "Another identity provider account has already signed in with your email address. Tell your server's administrator: if both are yours, or the address changed hands, they can fix it.",
  },
  'not-confirmed': {
    title: 'Not confirmed',
    text: 'The identity provider returned a different person than the one signed in here, or it did not ask again. Try again; if it continues, sign out and back in.',
  },
};

const CONFIRMED: Words = { title: 'Confirmed', text: 'You can close this tab and continue in the previous one.' };

/** Shows the problem that the address names, in place of the form; false: there is none. */
export const showProblemPage = (): boolean => {
  const query = new URLSearchParams(location.search);
  const isConfirmation = query.get('with') === 'confirmed';
  const words = PROBLEMS[query.get('problem') ?? ''];
  if (words) {
    const address = isConfirmation ? '/api/login/confirm' : loginAddress({});
    showNotice({ title: t(words.title), text: t(words.text), link: { text: t('Try again'), address } });
    return true;
  }
  if (isConfirmation) {
    showNotice({ title: t(CONFIRMED.title), text: t(CONFIRMED.text), link: { text: t('Open Headland'), address: '/' } });
  }
  return isConfirmation;
};
