import { existsSync } from 'node:fs';
import { run, step } from './lib.mjs';

/**
 * The browsers of the tests: Chromium whole and without windows (tests/support/browser.ts), Firefox and WebKit (tests/support/engines). Each
 * program with Debian's package that has it, and the variable that names another one.
 */
const BROWSERS = [
  { name: 'Chromium', variable: 'CHROMIUM_PATH', path: '/usr/bin/chromium', packages: ['chromium'] },
  { name: 'Chromium', variable: 'CHROMIUM_PATH', path: '/usr/bin/chromium-headless-shell', packages: ['chromium-headless-shell'] },
  { name: 'Firefox', variable: 'FIREFOX_PATH', path: '/usr/bin/firefox-esr', packages: ['firefox-esr'] },
  { name: 'WebKit', variable: 'WEBKIT_DRIVER_PATH', path: '/usr/bin/WebKitWebDriver', packages: ['webkit2gtk-driver'] },
  {
    name: 'WebKit',
    variable: 'WEBKIT_BROWSER_PATH',
    path: `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
    packages: ['libwebkit2gtk-4.1-0'],
  },
  { name: 'WebKit', variable: 'XVFB_PATH', path: '/usr/bin/Xvfb', packages: ['xvfb'] },
  { name: 'WebKit', variable: 'DBUS_RUN_SESSION_PATH', path: '/usr/bin/dbus-run-session', packages: ['dbus'] },
];

/** Installs missing browsers where that is possible without asking; otherwise says where each is looked for. */
export const installBrowsers = async () => {
  const missing = BROWSERS.filter(({ variable, path }) => !existsSync(process.env[variable] ?? path));
  if (missing.length === 0) {
    return;
  }
  const names = [...new Set(missing.map(({ name }) => name))].join(', ');
  const isRoot = process.getuid?.() === 0;
  if (process.platform !== 'linux' || !isRoot) {
    const places = missing.map(({ variable, path }) => `${path} (or set ${variable})`).join(', ');
    throw new Error(`The tests drive real browsers. Install ${names}: there is nothing at ${places}.`);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const packages = missing.flatMap((browser) => browser.packages);
  await step(`Installing ${names}`, async () => {
    await run('apt-get', ['update'], { quiet: true, env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { quiet: true, env });
  });
};
