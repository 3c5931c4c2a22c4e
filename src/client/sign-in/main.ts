/** The embedded identity provider's page: a form and a few calls, without the app and its libraries (specification 7.1). */

import { pageLanguage } from '#client/lib/language.ts';
import { loadWords, t, wordsOf } from '#client/lib/texts.ts';
import { type Asked, askedInAddress } from '#client/sign-in/asked.ts';
import { byId } from '#client/sign-in/dom.ts';
import { mailedLink, type Mode, MODES } from '#client/sign-in/modes.ts';
import { type Problem, problemWords, sayLate } from '#client/sign-in/problem.ts';
import { showNotice } from '#client/sign-in/notice.ts';
import { showProblemPage } from '#client/sign-in/problem-page.ts';
import { loginAddress, returnPath } from '#client/sign-in/return-path.ts';

/** How people sign in here, as `GET /api/login/ways` says it. */
interface Ways {
  readonly provider: boolean;
  readonly localAccounts: boolean;
  readonly passkeys: boolean;
}

const form = byId('form', HTMLFormElement);
const submit = byId('submit', HTMLButtonElement);
const password = byId('password', HTMLInputElement);
const failure = byId('failure', HTMLDivElement);
const FIELDS = ['email', 'password'] as const;

let mode: Mode = 'login';
let hasPasskeys = false;

const showFieldError = (name: (typeof FIELDS)[number], message: string): void => {
  const line = byId(`${name}-error`, HTMLParagraphElement);
  line.textContent = message;
  line.hidden = message === '';
  byId(name, HTMLInputElement).setAttribute('aria-invalid', String(message !== ''));
};

const clearErrors = (): void => {
  failure.hidden = true;
  FIELDS.forEach((name) => showFieldError(name, ''));
};

const showMode = (next: Mode): void => {
  mode = next;
  const words = MODES[mode];
  const has = (field: 'names' | 'email' | 'password') => words.fields.includes(field);
  byId('title', HTMLHeadingElement).textContent = t(words.title);
  byId('lead', HTMLParagraphElement).textContent = t(words.lead);
  document.title = t('{title} · Headland', { title: t(words.title) });
  submit.textContent = t(words.submit);
  byId('switch-question', HTMLSpanElement).textContent = t(words.question);
  byId('switch', HTMLButtonElement).textContent = t(words.otherName);
  byId('names', HTMLDivElement).classList.toggle('hidden', !has('names'));
  byId('names', HTMLDivElement).classList.toggle('grid', has('names'));
  byId('email-field', HTMLDivElement).hidden = !has('email');
  byId('password-field', HTMLDivElement).hidden = !has('password');
  byId('password-hint', HTMLParagraphElement).hidden = !words.isNewPassword;
  byId('forgot-line', HTMLParagraphElement).hidden = mode !== 'login';
  byId('passkey-line', HTMLDivElement).hidden = mode !== 'login' || !hasPasskeys;
  password.autocomplete = words.isNewPassword ? 'new-password' : 'current-password';
  clearErrors();
};

const showProblem = async (problem: Problem): Promise<void> => {
  const { issues = [] } = problem;
  const text = await problemWords(problem);
  byId('failure-title', HTMLElement).textContent = t(MODES[mode].failure);
  byId('failure-text', HTMLSpanElement).textContent = text;
  failure.hidden = false;
  const shown = FIELDS.filter((name) => MODES[mode].fields.includes(name));
  for (const name of shown) {
    const issue = issues.find(({ path }) => path === name);
    showFieldError(name, issue ? await sayLate(issue) : '');
  }
  const wrong = shown.find((name) => issues.some(({ path }) => path === name)) ?? shown[0];
  byId(wrong ?? 'email', HTMLInputElement).focus();
};

const valueOf = (name: string): string => byId(name, HTMLInputElement).value;

/** What is sent: only what the mode asks for. */
const content = (): Record<string, string> => {
  const { fields } = MODES[mode];
  return {
    ...(fields.includes('names') ? { firstName: valueOf('firstName'), lastName: valueOf('lastName') } : {}),
    ...(fields.includes('email') ? { email: valueOf('email') } : {}),
    ...(fields.includes('password') ? { password: password.value } : {}),
    ...(mode === 'register' || mode === 'forgot' ? { returnTo: returnPath() } : {}),
    ...(mode === 'confirm' || mode === 'reset' ? { token: mailedLink()?.token ?? '' } : {}),
  };
};

/** The app welcomes the user after the page has changed. */
const goOn = (): void => {
  const isNew = mode === 'register' || mode === 'confirm';
  sessionStorage.setItem('greeting', isNew ? 'register' : 'login');
  const path = returnPath();
  // Where somebody is who was added already; whoever belongs to no company is led to the onboarding from there.
  location.assign(isNew && path === '/' ? '/welcome' : path);
};

const showSent = (): void => {
  const email = valueOf('email');
  const text =
    mode === 'register'
      ? t(
          'We sent an email to {email}. Open the link in it to create your account. Nothing there? Check your spam folder, or register again.',
          { email },
        )
      : t('We sent an email to {email}. Open the link in it within an hour. Nothing there? Check your spam folder, or request another.', {
          email,
        });
  showNotice({ title: t('Check your email'), text, link: { text: t('Back to sign in'), address: loginAddress({ with: 'password' }) } });
};

/** Most people have no second step: its code and texts are loaded on demand. */
const showStep = async (asked: Asked): Promise<void> => {
  await loadWords({
    de: async () => ({ texts: (await import('#client/locales/de/second-step.json')).default }),
    es: async () => ({ texts: (await import('#client/locales/es/second-step.json')).default }),
  }).catch(() => undefined);
  await (await import('#client/sign-in/second-step.ts')).showSecondStep(asked, goOn);
};

const send = async (): Promise<void> => {
  const response = await fetch(MODES[mode].address, {
    method: 'POST',
    // An e-mail that follows is in the language of this page.
    headers: { 'content-type': 'application/json', 'accept-language': pageLanguage() },
    body: JSON.stringify(content()),
  });
  if (!response.ok) {
    await showProblem((await response.json()) as Problem);
  } else if (response.status === 202 && mode !== 'register') {
    await showStep((await response.json()) as Asked);
  } else if (response.status === 202 || response.status === 204) {
    showSent();
  } else {
    goOn();
  }
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  clearErrors();
  submit.disabled = true;
  submit.textContent = t(MODES[mode].busy);
  send()
    .catch(() => showProblem({}))
    .finally(() => {
      submit.disabled = false;
      submit.textContent = t(MODES[mode].submit);
    });
});

byId('switch', HTMLButtonElement).addEventListener('click', () => showMode(MODES[mode].other));
byId('forgot', HTMLButtonElement).addEventListener('click', () => showMode('forgot'));

byId('passkey', HTMLButtonElement).addEventListener('click', () => {
  clearErrors();
  const work = async (): Promise<void> => {
    // Most people never use one: its code is loaded on demand.
    const { signInByPasskey } = await import('#client/sign-in/passkey.ts');
    const problem = await signInByPasskey();
    if (problem === null) {
      goOn();
    } else {
      await showProblem(problem);
    }
  };
  work().catch(() => showProblem({}));
});

const showOtherWay = (text: string, address: string): void => {
  byId('other-way-link', HTMLAnchorElement).textContent = text;
  byId('other-way-link', HTMLAnchorElement).href = address;
  byId('other-way', HTMLParagraphElement).hidden = false;
};

/** Shows what else is possible, as soon as the server has said so. */
const showWays = async (isProblem: boolean): Promise<void> => {
  const response = await fetch('/api/login/ways');
  const { provider, localAccounts, passkeys } = (await response.json()) as Ways;
  if (isProblem) {
    if (localAccounts) {
      showOtherWay(t('Use a Headland account'), loginAddress({ with: 'password' }));
    }
    return;
  }
  hasPasskeys = passkeys && 'PublicKeyCredential' in window;
  byId('passkey-line', HTMLDivElement).hidden = mode !== 'login' || !hasPasskeys;
  if (provider) {
    showOtherWay(t('Sign in with the identity provider'), loginAddress({}));
  }
};

/** The page itself is in English, for browsers without script; in another language it is hidden until here. */
const translatePage = (): void => {
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = wordsOf(element.textContent.trim());
  }
  byId('page', HTMLElement).dataset['translated'] = '';
};

const start = (): void => {
  translatePage();
  const isProblem = showProblemPage();
  const asked = askedInAddress();
  if (!isProblem) {
    showMode(mailedLink()?.mode ?? (location.hash === '#register' ? 'register' : 'login'));
  }
  if (asked) {
    showStep(asked).catch(() => showProblem({}));
  }
  // Pressed earlier, they would do nothing, or send the input as part of an address.
  for (const id of ['submit', 'switch', 'forgot']) {
    byId(id, HTMLButtonElement).disabled = false;
  }
  // Without an answer the page offers what it shows already.
  showWays(isProblem).catch(() => undefined);
};

// If its texts cannot be loaded it is in English, and works.
void loadWords({
  de: async () => ({ texts: (await import('#client/locales/de/sign-in.json')).default }),
  es: async () => ({ texts: (await import('#client/locales/es/sign-in.json')).default }),
})
  .catch(() => undefined)
  .then(start);
