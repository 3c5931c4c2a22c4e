// `npm test`: install what is missing (the browser too), build, and run every test. The last line says `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, run, step } from './lib.mjs';

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

const installBrowsers = async () => {
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

const folder = mkdtempSync(join(tmpdir(), 'headland-tally-'));

/** Runs tests; gives what became of each file, and what failed outside of them. */
const runTests = async (name, only) => {
  const tally = join(folder, name);
  const reporters = ['--reporter=default', '--reporter=./tests/support/tally.ts'];
  await run('npx', ['vitest', 'run', ...reporters, ...only], { env: { ...process.env, TALLY: tally } }).catch((error) => {
    console.error(error.message);
  });
  return JSON.parse(readFileSync(tally, 'utf8'));
};

// On a busy machine a browser now and then takes longer than any patience. What proves that nothing is lost gets no second chance.
const MOST_AGAIN = 3;
const PROOFS = /\/e2e\/(offline\/(kills|order|people|server|storage)|engines\/(offline|page-cache|storage)|storage-silence)\.test\.ts$/;
const mayRunAgain = ({ path }) => path.includes('/tests/e2e/') && !PROOFS.test(path);

/** Runs the few files of browser tests that failed once more, by themselves, and names what failed before, whatever comes of it. */
const runAgain = async ({ files, errors }) => {
  const unsteady = files.filter(({ failed }) => failed.length > 0).filter(mayRunAgain);
  if (unsteady.length === 0 || unsteady.length > MOST_AGAIN) {
    return { files, errors };
  }
  const again = await runTests(
    'again',
    unsteady.map(({ path }) => path),
  );
  for (const { name, message } of unsteady.flatMap(({ failed }) => failed)) {
    console.log(`UNSTEADY, its file was run a second time: ${name}\n${message}`);
  }
  return { files: [...files.filter((file) => !unsteady.includes(file)), ...again.files], errors: [...errors, ...again.errors] };
};

let passed = 0;
let failed = 0;
try {
  await install();
  await installBrowsers();
  await build();
  const { files, errors } = await runAgain(await runTests('first', process.argv.slice(2)));
  passed = files.reduce((total, file) => total + file.passed, 0);
  failed = files.reduce((total, file) => total + file.failed.length, errors.length);
} catch (error) {
  console.error(error.message);
  failed = 1;
}
rmSync(folder, { recursive: true, force: true });
if (failed > 0 || passed === 0) {
  process.exitCode = 1;
}
console.log(`${passed} passed, ${failed} failed`);
