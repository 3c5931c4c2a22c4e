import type { PlainText } from '#client/lib/texts.ts';

/** What the form is for: two that it may start in, one for each mailed link, and requesting such a link. */
export type Mode = 'login' | 'register' | 'forgot' | 'confirm' | 'reset';

type Field = 'names' | 'email' | 'password';

interface ModeOfForm {
  readonly title: PlainText;
  readonly lead: PlainText;
  readonly submit: PlainText;
  readonly busy: PlainText;
  /** Heading of a refusal (specification 9.25). */
  readonly failure: PlainText;
  /** Where the form is sent. */
  readonly address: string;
  readonly fields: readonly Field[];
  readonly isNewPassword: boolean;
  /** The link to another mode, below. */
  readonly question: PlainText;
  readonly other: Mode;
  readonly otherName: PlainText;
}

const TO_LOGIN = { question: 'Already have an account?', other: 'login', otherName: 'Sign in' } as const;

export const MODES: Readonly<Record<Mode, ModeOfForm>> = {
  login: {
    title: 'Sign in',
    lead: 'Use your Headland account.',
    submit: 'Sign in',
    busy: 'Signing in…',
    failure: 'Login failed',
    address: '/api/login',
    fields: ['email', 'password'],
    isNewPassword: false,
    question: 'No account yet?',
    other: 'register',
    otherName: 'Create an account',
  },
  register: {
    title: 'Create an account',
    lead: 'Use the email your company has on file.',
    submit: 'Create account',
    busy: 'Creating…',
    failure: 'Registration failed',
    address: '/api/register',
    fields: ['names', 'email', 'password'],
    isNewPassword: true,
    ...TO_LOGIN,
  },
  forgot: {
    title: 'Forgot password?',
    lead: "We'll email you a link to choose a new one.",
    submit: 'Send link',
    busy: 'Sending…',
    failure: 'The link was not sent',
    address: '/api/password/forgot',
    fields: ['email'],
    isNewPassword: false,
    question: 'Remembered it?',
    other: 'login',
    otherName: 'Sign in',
  },
  confirm: {
    title: 'Confirm your email',
    lead: 'Enter the password you chose, and your account is ready.',
    submit: 'Confirm and sign in',
    busy: 'Confirming…',
    failure: 'Not confirmed',
    address: '/api/register/confirm',
    fields: ['password'],
    isNewPassword: false,
    question: 'Forgot the password already?',
    other: 'register',
    otherName: 'Register again',
  },
  reset: {
    title: 'Choose a new password',
    lead: 'This signs out every device and removes your passkeys.',
    submit: 'Save and sign in',
    busy: 'Saving…',
    failure: 'Not saved',
    address: '/api/password/reset',
    fields: ['password'],
    isNewPassword: true,
    question: 'Remembered the old one?',
    other: 'login',
    otherName: 'Sign in',
  },
};

/** What a mailed link is for, and its token. It is behind the hash, so that no server and no log sees it. */
export const mailedLink = (): { readonly mode: Mode; readonly token: string } | undefined => {
  const hash = new URLSearchParams(location.hash.slice(1));
  for (const mode of ['confirm', 'reset'] as const) {
    const token = hash.get(mode);
    if (token !== null) {
      return { mode, token };
    }
  }
  return undefined;
};
