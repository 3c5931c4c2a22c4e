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
    title: 'The identity provider does not answer',
    text: 'Nobody can sign in until it does. Try again in a few minutes; if it stays, tell whoever runs this installation. On devices where you are signed in Headland works on without it: what you log is kept there and sent later.',
  },
  'provider-refused': {
    title: 'Signing in did not work',
    text: 'What came back from the identity provider was not what had been agreed with it. Try again; if it stays, tell whoever runs this installation, whose log says why.',
  },
  'sign-in-stale': {
    title: 'This sign-in is out of date',
    text: 'It took longer than ten minutes, was begun in another tab, or was finished already. Begin anew.',
  },
  cancelled: { title: 'You are not signed in', text: 'You turned back at the identity provider.' },
  'email-missing': {
    title: 'Your e-mail is missing',
    text: 'The identity provider did not tell your e-mail address, by which your company knows you. Whoever runs this installation has to allow it there (scope “email”).',
  },
  'email-unverified': {
    title: 'Your e-mail is not confirmed',
    text: 'The identity provider has not confirmed yet that your e-mail address is yours. Look for its mail and follow the link in it, then sign in again.',
  },
  'email-taken': {
    title: 'This e-mail belongs to somebody else here',
    text: 'Another account of the identity provider has signed in with your e-mail address before. Tell whoever runs this installation: if both are you, or the address went from one person to another, it can be put right there.',
  },
  'not-confirmed': {
    title: 'Not confirmed',
    text: 'Somebody else came back from the identity provider than who is signed in here, or it did not ask again. Try again; if it stays, sign out and in again.',
  },
};

const CONFIRMED: Words = { title: 'It is you', text: 'You can close this tab and go on in the one that you came from.' };

/** Shows what the address says went wrong, in place of the form; false: nothing did. */
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
