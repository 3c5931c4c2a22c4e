import { expect } from 'vitest';
import type { Driver } from './driver.ts';

/** What a busy machine may take for what a user hardly notices. */
export const PATIENCE = { timeout: 90_000, interval: 100 };

/** A person at the browser: finds things by the words on them, and waits until they are there. */
export interface User {
  /** Waits until these words are on the page. */
  reads(text: string | RegExp): Promise<void>;
  /** Waits for the screen's own heading. */
  isAt(heading: string | RegExp): Promise<void>;
  /** Presses the button or link whose name begins so, in the dialog that is open if there is one. */
  press(name: string): Promise<void>;
  /** Writes into the field with that label, in the same place. */
  fill(label: string, text: string): Promise<void>;
  /** Chooses by the option's words; without them the first that is a choice. */
  choose(label: string, option?: string): Promise<void>;
  /** The content of the field. */
  value(label: string): Promise<string>;
  /** Errors of all pages of this tab so far. */
  errors(): Promise<string[]>;
}

const SEEN = '[data-test-found]';

/** Marks what has that name, so that the driver can do something with it; how many there were. */
const mark = (driver: Driver, kind: 'button' | 'field', name: string): Promise<boolean> =>
  driver.run(
    (kindOf, wanted) => {
      document.querySelector('[data-test-found]')?.removeAttribute('data-test-found');
      const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
      const wordsOf = (element: Element): string =>
        (element.getAttribute('aria-label') ?? element.textContent).replaceAll(/\s+/g, ' ').trim();
      const named = (element: Element): boolean => wordsOf(element).replace(/ ?\*$/, '').startsWith(wanted);
      const all =
        kindOf === 'button'
          ? [...place.querySelectorAll<HTMLElement>('button, a, [role=menuitem]')].filter(named)
          : [...place.querySelectorAll('label')]
              .filter(named)
              .map((each) => each.control)
              .concat([...place.querySelectorAll<HTMLElement>('[aria-label]')].filter(named));
      const found = all.find((each) => each?.checkVisibility() === true && !each.matches(':disabled'));
      found?.setAttribute('data-test-found', '');
      found?.scrollIntoView({ block: 'center' });
      return found !== undefined && found !== null;
    },
    kind,
    name,
  );

export const userOf = (driver: Driver): User => {
  // The screen's own: its name is in the menu before its code is there.
  const title = () => driver.run(() => document.querySelector('main h1')?.textContent ?? 'no heading yet');
  const text = () => driver.run(() => document.body.innerText);
  /** Does it to what has that name as soon as it can be done: what moves or is covered for a moment is tried again. */
  const once = async (kind: 'button' | 'field', name: string, work: () => Promise<void>): Promise<void> => {
    await expect
      .poll(async () => {
        try {
          return (await mark(driver, kind, name)) ? await work().then(() => 'done') : `no ${kind} “${name}”`;
        } catch (error) {
          return String(error);
        }
      }, PATIENCE)
      .toBe('done');
  };
  return {
    reads: (wanted) => expect.poll(text, PATIENCE).toMatch(wanted),
    isAt: (heading) => expect.poll(title, PATIENCE).toMatch(heading),
    press: (name) => once('button', name, () => driver.click(SEEN)),
    fill: (label, words) => once('field', label, () => driver.type(SEEN, words)),
    choose: (label, option) =>
      once('field', label, () =>
        driver.run((wanted) => {
          const select = document.querySelector<HTMLSelectElement>('select[data-test-found]');
          const choice = [...(select?.options ?? [])].find((each) => each.value !== '' && (wanted === null || each.text === wanted));
          if (!select || !choice) {
            throw new Error(`There is no such choice: ${wanted}`);
          }
          select.value = choice.value;
          select.dispatchEvent(new Event('change', { bubbles: true }));
        }, option ?? null),
      ),
    value: async (label) => {
      await once('field', label, async () => undefined);
      return driver.run(() => document.querySelector<HTMLInputElement>('[data-test-found]')?.value ?? '');
    },
    errors: () => driver.run(() => JSON.parse(sessionStorage.getItem('pageErrors') ?? '[]') as string[]),
  };
};
