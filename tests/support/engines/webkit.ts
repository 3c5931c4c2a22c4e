import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../program.ts';
import { type Command, type Driver, driverOn, type Send } from './driver.ts';
import { type Group, startGroup, until } from './processes.ts';
import { freePort } from '#tests/support/free-port.ts';

/** WebKit's own small browser, for GTK: the engine of Safari, under Linux. */
const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
const MINI_BROWSER = process.env['WEBKIT_BROWSER_PATH'] ?? `${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`;
const WEBKIT_DRIVER = process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver';
const XVFB = process.env['XVFB_PATH'] ?? '/usr/bin/Xvfb';
const DBUS_RUN_SESSION = process.env['DBUS_RUN_SESSION_PATH'] ?? '/usr/bin/dbus-run-session';

/** https://www.w3.org/TR/webdriver2/#endpoints */
const ADDRESSES: Readonly<Record<Command, readonly [method: 'GET' | 'POST', path: string]>> = {
  Navigate: ['POST', '/url'],
  Back: ['POST', '/back'],
  GetCurrentURL: ['GET', '/url'],
  ExecuteAsyncScript: ['POST', '/execute/async'],
  FindElement: ['POST', '/element'],
  ElementClick: ['POST', '/element/:id/click'],
  ElementClear: ['POST', '/element/:id/clear'],
  ElementSendKeys: ['POST', '/element/:id/value'],
  AddCookie: ['POST', '/cookie'],
  SetTimeouts: ['POST', '/timeouts'],
  SetWindowRect: ['POST', '/window/rect'],
  TakeScreenshot: ['GET', '/screenshot'],
};

const call = async (url: string, method: string, body: object): Promise<unknown> => {
  const response = await fetch(url, { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (!response.ok) {
    throw new Error(`WebKit: ${(value as { message?: string }).message ?? response.status}`);
  }
  return value;
};

/** A screen that nobody sees; which one, it says itself. */
const startScreen = async (): Promise<{ readonly screen: Group; readonly display: string }> => {
  const screen = startGroup(XVFB, ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp']);
  let said = '';
  screen.child.stdio[3]?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const display = await until('Xvfb', screen, async () => (said.includes('\n') ? `:${said.trim()}` : undefined));
  return { screen, display };
};

/** Starts WebKit on a screen of its own. Its page cache is on, as it is on every iPhone. Nothing that it keeps outlives it. */
export const openWebKit = async (): Promise<Driver> => {
  const home = await mkdtemp(join(tmpdir(), 'headland-webkit-'));
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = startGroup(DBUS_RUN_SESSION, ['--', WEBKIT_DRIVER, `--port=${port}`], {
    DISPLAY: display,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    LANG: 'en_US.UTF-8',
    LANGUAGE: 'en_US',
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Its sandbox cannot be made by root, as whom tests run in containers.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  const url = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver', driver, () =>
    fetch(`${url}/status`).then(
      () => true,
      () => undefined,
    ),
  );
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } };
  const { sessionId } = (await call(`${url}/session`, 'POST', { capabilities: { alwaysMatch } })) as { readonly sessionId: string };
  const send: Send = (command, { id = '', ...parameters }) => {
    const [method, path] = ADDRESSES[command];
    return call(`${url}/session/${sessionId}${path.replace(':id', String(id))}`, method, parameters);
  };
  return driverOn('WebKit', send, async () => {
    await driver.end();
    await screen.end();
    await removeFolder(home);
  });
};
