// `npm test`: everything that a push must pass; with words (`npm test -- tests/api`), only the files with one of them in their path. The
// last line is `N passed, N failed`.
import { runChecks } from './checks.mjs';
import { report, runTests } from './run-tests.mjs';

const words = process.argv.slice(2);

try {
  let checks = { passed: 0, failed: [] };
  const beside = async () => {
    checks = await runChecks(1);
  };
  const tests = await runTests(words, words.length === 0 ? { beside } : {});
  report({ ...tests, passed: tests.passed + checks.passed, failed: [...tests.failed, ...checks.failed] });
} catch (error) {
  report({ passed: 0, failed: [error.message] });
}
