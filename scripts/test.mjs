// `npm test`: install what is missing (the browser too), build, and run every test. The last line says `N passed, N failed`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install, run, step } from './lib.mjs';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const installChromium = async () => {
  if (existsSync(CHROMIUM)) {
    return;
  }
  const isRoot = process.getuid?.() === 0;
  if (process.platform !== 'linux' || !isRoot) {
    throw new Error(`The tests drive a real browser, and there is none at ${CHROMIUM}. Install Chromium, or set CHROMIUM_PATH to it.`);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await step('Installing Chromium', async () => {
    await run('apt-get', ['update'], { quiet: true, env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { quiet: true, env });
  });
};

const folder = mkdtempSync(join(tmpdir(), 'headland-report-'));
const report = join(folder, 'report.json');
let passed = 0;
let failed = 0;
try {
  await install();
  await installChromium();
  await build();
  const only = process.argv.slice(2);
  await run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...only]).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  const result = JSON.parse(readFileSync(report, 'utf8'));
  passed = result.numPassedTests;
  // A file that could not be loaded has no failed test of its own.
  failed =
    result.numFailedTests + result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
} catch (error) {
  console.error(error.message);
  failed = Math.max(failed, 1);
}
rmSync(folder, { recursive: true, force: true });
if (failed > 0 || passed === 0) {
  process.exitCode = 1;
}
console.log(`${passed} passed, ${Math.max(failed, process.exitCode === 1 ? 1 : 0)} failed`);
