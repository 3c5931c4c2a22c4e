/** The embedded identity provider's page: a form and two calls, without the app and its libraries (decisions §3). */

type Mode = 'login' | 'register';

interface Problem {
  readonly detail?: string;
  readonly issues?: readonly { path: string; message: string }[];
}

const WORDS: Record<Mode, Record<'title' | 'submit' | 'busy' | 'failure' | 'question' | 'switch', string>> = {
  login: {
    title: 'Sign in',
    submit: 'Sign in',
    busy: 'Signing in…',
    failure: 'Login failed',
    question: 'No account yet?',
    switch: 'Create an account',
  },
  register: {
    title: 'Create an account',
    submit: 'Create account',
    busy: 'Creating…',
    failure: 'Registration failed',
    question: 'Have an account already?',
    switch: 'Sign in',
  },
};

const byId = <T extends HTMLElement>(id: string, kind: new () => T): T => {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) {
    throw new Error(`The page has no ${id}`);
  }
  return element;
};

const form = byId('form', HTMLFormElement);
const submit = byId('submit', HTMLButtonElement);
const password = byId('password', HTMLInputElement);
const failure = byId('failure', HTMLDivElement);
const FIELDS = ['email', 'password'] as const;

let mode: Mode = 'login';

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
  const words = WORDS[mode];
  byId('title', HTMLHeadingElement).textContent = words.title;
  document.title = `${words.title} · Headland`;
  submit.textContent = words.submit;
  byId('switch-question', HTMLSpanElement).textContent = words.question;
  byId('switch', HTMLButtonElement).textContent = words.switch;
  byId('names', HTMLDivElement).classList.toggle('hidden', mode === 'login');
  byId('names', HTMLDivElement).classList.toggle('grid', mode === 'register');
  byId('password-hint', HTMLParagraphElement).hidden = mode === 'login';
  password.autocomplete = mode === 'login' ? 'current-password' : 'new-password';
  clearErrors();
};

const showProblem = ({ detail, issues = [] }: Problem): void => {
  byId('failure-title', HTMLElement).textContent = WORDS[mode].failure;
  byId('failure-text', HTMLSpanElement).textContent = detail ?? 'The server cannot be reached. Try again.';
  failure.hidden = false;
  for (const name of FIELDS) {
    const issue = issues.find(({ path }) => path === name);
    showFieldError(name, issue?.message ?? '');
  }
  const wrong = FIELDS.find((name) => issues.some(({ path }) => path === name));
  byId(wrong ?? 'email', HTMLInputElement).focus();
};

/** The page to go on to: a path on this site, as the server checks it too. */
const returnPath = (): string => {
  const path = new URLSearchParams(location.search).get('returnTo') ?? '/';
  return /^\/(?![/\\])[^\s\\]*$/.test(path) && !path.startsWith('/api/') ? path : '/';
};

const send = async (): Promise<void> => {
  const values = new FormData(form);
  const text = (name: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : '';
  };
  const names = mode === 'register' ? { firstName: text('firstName'), lastName: text('lastName') } : {};
  const response = await fetch(`/api/${mode}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: text('email'), password: text('password'), ...names }),
  });
  if (response.ok) {
    // The app greets after the page has changed.
    sessionStorage.setItem('greeting', mode);
    location.assign(returnPath());
    return;
  }
  showProblem((await response.json()) as Problem);
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  clearErrors();
  submit.disabled = true;
  submit.textContent = WORDS[mode].busy;
  send()
    .catch(() => showProblem({}))
    .finally(() => {
      submit.disabled = false;
      submit.textContent = WORDS[mode].submit;
    });
});

byId('switch', HTMLButtonElement).addEventListener('click', () => showMode(mode === 'login' ? 'register' : 'login'));
