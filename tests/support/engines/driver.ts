import { readFile } from 'node:fs/promises';

/** A command in W3C WebDriver's words; Marionette knows the same ones. */
export type Command =
  | 'Navigate'
  | 'Back'
  | 'GetCurrentURL'
  | 'ExecuteAsyncScript'
  | 'FindElement'
  | 'ElementClick'
  | 'ElementClear'
  | 'ElementSendKeys'
  | 'AddCookie'
  | 'SetTimeouts'
  | 'SetWindowRect'
  | 'TakeScreenshot';

/** Sends a command to the browser and returns its answer; rejects with the browser's own words. */
export type Send = (command: Command, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** A browser of its own with one tab, driven from outside: the same for every engine. Whatever waits, waits in the test (`expect.poll`). */
export interface Driver {
  readonly engine: 'WebKit' | 'Firefox';
  /** Opens an address; resolves when the page is loaded. */
  open(url: string): Promise<void>;
  address(): Promise<string>;
  /** As a person goes back; resolves when the page is there. */
  back(): Promise<void>;
  /** Runs the function in the page; it may return a promise. It can use nothing but its arguments and the page. */
  run<A extends readonly unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** The selector's first element, as a person would with the mouse. Rejects if it cannot be seen or is covered. */
  click(selector: string): Promise<void>;
  /** Replaces the content of a field. */
  type(selector: string, text: string): Promise<void>;
  /** Hands a file to an input. */
  upload(selector: string, path: string): Promise<void>;
  cookie(name: string, value: string): Promise<void>;
  size(width: number, height: number): Promise<void>;
  /** PNG of what is seen. */
  picture(): Promise<Buffer>;
  /** Ends the browser with all its processes, and removes its profile. */
  close(): Promise<void>;
}

const SCRIPT = (work: string): string => `
  const args = [...arguments];
  const done = args.pop();
  new Promise((resolve) => resolve((${work})(...args))).then(
    (value) => done({ value }),
    (error) => done({ error: String(error) }),
  );`;

// WebDriver's name of an element in its messages.
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const SCRIPT_MS = 120_000;

/** What both engines' drivers are on top of their own way of sending. */
export const driverOn = async (engine: Driver['engine'], send: Send, close: () => Promise<void>): Promise<Driver> => {
  const find = async (selector: string): Promise<{ readonly id: string }> => {
    const found = (await send('FindElement', { using: 'css selector', value: selector })) as Record<string, string>;
    return { id: found[ELEMENT] ?? '' };
  };
  await send('SetTimeouts', { script: SCRIPT_MS, pageLoad: SCRIPT_MS, implicit: 0 });
  return {
    engine,
    open: async (url) => void (await send('Navigate', { url })),
    address: async () => String(await send('GetCurrentURL', {})),
    back: async () => void (await send('Back', {})),
    run: async <A extends readonly unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A) => {
      const answer = await send('ExecuteAsyncScript', { script: SCRIPT(String(work)), args });
      const { value, error } = answer as { readonly value: T; readonly error?: string };
      if (error !== undefined) {
        throw new Error(`${engine}: ${error}`);
      }
      return value;
    },
    click: async (selector) => void (await send('ElementClick', await find(selector))),
    type: async (selector, text) => {
      const element = await find(selector);
      await send('ElementClear', element);
      await send('ElementSendKeys', { ...element, text });
    },
    upload: async (selector, path) => void (await send('ElementSendKeys', { ...(await find(selector)), text: path })),
    cookie: async (name, value) => void (await send('AddCookie', { cookie: { name, value, path: '/' } })),
    size: async (width, height) => void (await send('SetWindowRect', { width, height })),
    picture: async () => Buffer.from(String(await send('TakeScreenshot', { full: false })), 'base64'),
    close,
  };
};

/** A file's text; '' while it is not there. */
export const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
