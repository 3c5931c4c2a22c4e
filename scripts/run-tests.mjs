import { build, install, root } from './lib.mjs';
import { installBrowsers } from './browsers.mjs';
import { useMemoryFolder } from './memory-folder.mjs';

/** The projects of vitest.config.ts that need the built program, and those that drive browsers. */
const BUILT = new Set(['browser', 'browser-proofs', 'program']);
const BROWSERS = new Set(['browser', 'browser-proofs']);

/** Prepares what the files need, and nothing else. */
const prepareFor = async (files) => {
  const projects = [...new Set(files.map(({ project }) => project.name))];
  if (projects.some((name) => BROWSERS.has(name))) {
    await installBrowsers();
  }
  if (projects.some((name) => BUILT.has(name))) {
    await build();
  }
};

const messagesOf = (errors) => errors.map(({ stack, message }) => stack ?? message).join('\n');

/** Failed tests by name; a file that could not be loaded, or did not end, counts as one. */
const failedIn = (module) => {
  const failed = [...module.children.allTests('failed')].map((test) => `${module.relativeModuleId} > ${test.fullName}`);
  return failed.length === 0 && module.state() === 'failed' ? [`${module.relativeModuleId}\n${messagesOf(module.errors())}`] : failed;
};

/** The results of these files. */
const resultOf = (modules) => {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const isIn = (state) => (test) => test.result().state === state;
  const isProof = (test) => test.tags.includes('proof');
  const skipped = tests.filter(isIn('skipped'));
  return {
    passed: tests.filter(isIn('passed')).length,
    failed: modules.flatMap(failedIn),
    leftToProofs: skipped.filter(isProof).length,
    skipped: skipped.filter((test) => !isProof(test)).map((test) => `${test.module.relativeModuleId} > ${test.fullName}`),
    figures: tests.flatMap((test) => test.annotations().filter(({ type }) => type === 'figure')).map(({ message }) => message),
  };
};

// On a busy machine a browser sometimes takes longer than any timeout. Many failures are no accident.
const MOST_AGAIN = 4;

/**
 * Runs the few failed files of the project `browser` once more: whole files, because their tests build on each other. The tests that prove
 * that nothing is lost are in another project, and get no second chance. Returns what had failed.
 */
const runAgain = async (vitest, files, modules) => {
  const failed = modules.filter((module) => !module.ok() && module.project.name === 'browser');
  if (failed.length === 0 || failed.length > MOST_AGAIN) {
    return [];
  }
  const names = failed.flatMap(failedIn);
  const again = new Set(failed.map(({ moduleId }) => moduleId));
  await vitest.runTestSpecifications(files.filter(({ moduleId }) => again.has(moduleId)));
  return names;
};

/**
 * Runs the test files accepted by `isMeant` whose paths contain one of these words (all, without any): installs and builds what they need,
 * and returns the results. `beside` is started once everything is ready.
 */
export const runTests = async (words, { isMeant = () => true, beside = async () => undefined } = {}) => {
  await install();
  useMemoryFolder();
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', { root, run: true, watch: false });
  try {
    const files = (await vitest.globTestSpecifications(words)).filter(({ moduleId }) => isMeant(moduleId));
    if (files.length === 0) {
      throw new Error(`No test file has ${words.join(' or ')} in its path.`);
    }
    await prepareFor(files);
    const other = beside();
    const { testModules, unhandledErrors } = await vitest.start(files.map(({ moduleId }) => moduleId));
    const errors = unhandledErrors.map(({ message }) => message);
    const flaky = await runAgain(vitest, files, testModules);
    errors.push(...vitest.state.getUnhandledErrors().map(({ message }) => message));
    const result = resultOf(vitest.state.getTestModules());
    await other;
    return { ...result, failed: [...result.failed, ...new Set(errors)], flaky };
  } finally {
    await vitest.close();
  }
};

const list = (title, lines) => {
  if (lines.length > 0) {
    console.log([title, ...lines.map((line) => `  ${line}`)].join('\n'));
  }
};

/** Prints failed, skipped and flaky tests by name, and the counts in the last line. */
export const report = ({ passed, failed, leftToProofs = 0, skipped = [], flaky = [], figures = [] }) => {
  list('Figures:', figures);
  if (leftToProofs > 0) {
    console.log(`${leftToProofs} tests are left to npm run proofs.`);
  }
  list('SKIPPED on this machine:', skipped);
  list('FLAKY: failed, and its file was run a second time:', flaky);
  list('FAILED:', failed);
  process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed.length} failed`);
};
