import { t } from '#client/lib/texts.ts';
import { byId } from '#client/sign-in/dom.ts';
import { type Problem, problemWords, sayLate } from '#client/sign-in/problem.ts';

/** Creates an element with its classes, and text or children. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...content: readonly (string | Node)[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...content);
  return element;
};

export const PRIMARY = 'min-h-(--ctl) rounded-ctl border-[1.5px] border-rapelo bg-rape px-5 font-bold text-onrape';
export const PLAIN = 'min-h-(--ctl) rounded-ctl border-[1.5px] border-edge bg-surface px-5 font-[620] text-ink';

/** Calls the server and returns its answer; throws `Problem` for a refusal. */
export const post = async <T>(address: string, body: object): Promise<T> => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok) {
    throw new Refused(answer as Problem);
  }
  return answer as T;
};

export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** What went wrong, as a sentence for people. */
export const wordsOfError = (error: unknown): Promise<string> => {
  const problem: Problem = error instanceof Refused ? error.problem : {};
  const [issue] = problem.issues ?? [];
  return issue ? sayLate(issue) : problemWords(problem);
};

interface Step {
  readonly title: string;
  readonly lead: string;
  readonly content: readonly Node[];
}

/** Shows a step in place of the form. */
export const showStepOf = ({ title, lead, content }: Step): void => {
  document.title = t('{title} · Headland', { title });
  byId('title', HTMLHeadingElement).textContent = title;
  byId('lead', HTMLParagraphElement).textContent = lead;
  for (const id of ['form', 'switch-line', 'forgot-line', 'passkey-line', 'other-way']) {
    byId(id, HTMLElement).classList.add('hidden');
  }
  const place = byId('step', HTMLDivElement);
  place.replaceChildren(...content);
  place.hidden = false;
};

interface CodeForm {
  readonly submitName: string;
  readonly onCode: (code: string) => Promise<void>;
}

/** A field for a code and the button that sends it. Errors are shown below, and then the field has the focus. */
export const codeForm = ({ submitName, onCode }: CodeForm): HTMLFormElement => {
  const input = make('input', 'signin-input');
  Object.assign(input, { id: 'code', name: 'code', autocomplete: 'one-time-code', required: true });
  input.setAttribute('aria-describedby', 'code-error');
  const label = make('label', 'font-[620]', t('Code'));
  label.htmlFor = 'code';
  const error = make('p', 'signin-error');
  Object.assign(error, { id: 'code-error', hidden: true, role: 'alert' });
  const submit = make('button', PRIMARY, submitName);
  submit.type = 'submit';
  const form = make('form', 'grid gap-5', make('div', 'grid gap-1.5', label, input, error), submit);
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    error.hidden = true;
    submit.disabled = true;
    onCode(input.value)
      .catch(async (reason: unknown) => {
        error.textContent = await wordsOfError(reason);
        error.hidden = false;
        input.setAttribute('aria-invalid', 'true');
        input.select();
      })
      .finally(() => {
        submit.disabled = false;
      });
  });
  return form;
};
