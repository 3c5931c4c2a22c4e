import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { isProof } from './tests/support/proof-size.ts';

/** Only `npm run proofs` runs what repeats at length what another test shows: the files `*.proof.ts`, and tests with the tag `proof`. */
const KINDS = isProof ? '{test,proof}' : 'test';
const files = (...paths: string[]): string[] => paths.map((path) => `${path}.${KINDS}.ts`);

/** What takes seconds without a database, a build or a browser: the offline engine thousands of times over, whole companies, stores of backups. */
const LONG = files(
  'tests/sim/!(model-agrees)',
  'tests/offline/simulation-idb',
  'tests/demo/{generate,hints}',
  'src/server/backup/store/{bucket,encrypted}-store',
  'src/server/backup/store/{mirror,sweep}',
);

/** Pure code: no database, no build, no browser. */
const UNIT = files(
  'src/**/*',
  'tests/billing/*',
  'tests/offline/!(kill-engine|simulation-idb)',
  'tests/{forms,links,messages,packages,security-doc,specification,texts,words}',
);

/** What the built program promises, as a process of its own: kills, backups, the machine's faults, its files. */
const PROGRAM = files(
  'packages/*/tests/*',
  'tests/{backup,bench,embedded,kill,machine}/*',
  'tests/offline/kill-engine',
  'tests/{budget,checks,failover,least-browsers}',
  'tests/api/{ended-sessions,front-door-files,openapi}',
);

/** What proves in a browser that nothing is lost gets no second chance. */
const KEPT = files('tests/e2e/offline/*', 'tests/e2e/storage-silence', 'tests/e2e/engines/{offline,page-cache,storage}');
const BROWSER = files('tests/e2e/**/*');

const API = files('tests/**/*');

const POSTGRES = 'tests/support/postgres.ts';

/** A project and what it needs; the runner (scripts/test.mjs) builds for those that stand on the build, and looks for browsers. */
const project = (name: string, include: string[], exclude: string[] = [], test: object = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include, exclude, ...test },
});

export default defineConfig({
  test: {
    projects: [
      project('api', API, [...UNIT, ...LONG, ...PROGRAM, ...BROWSER], { globalSetup: [POSTGRES] }),
      project('browser', BROWSER, KEPT, { globalSetup: [POSTGRES] }),
      // Longer: the device that a test asks for is opened within the test's time.
      project('browser-proofs', KEPT, [], { globalSetup: [POSTGRES], testTimeout: 240_000 }),
      project('program', PROGRAM, [], { globalSetup: [POSTGRES] }),
      project('long', LONG),
      project('unit', UNIT, LONG),
    ],
    tags: [{ name: 'proof', description: 'left to `npm run proofs`', skip: !isProof }],
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A busy machine may take longer than the second that is given otherwise.
    expect: { poll: { timeout: 15_000 } },
    // Two cores: the third works while others wait for a browser or a disk.
    maxWorkers: Number(process.env['TEST_WORKERS'] ?? 3),
    isolate: false,
  },
});
