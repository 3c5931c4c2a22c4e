import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { beforeAll, describe, expect, test } from 'vitest';

// One file, because its tests must not run side by side: some plant a file that the others would stumble over.

const ROOT = join(import.meta.dirname, '..');
// The configuration is CommonJS, as the tool wants it.
const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: object[]; options: ICruiseOptions };

const violationsIn = async (folders: string[]): Promise<{ modules: number; violations: string[] }> => {
  const options = { ...rules.options, baseDir: ROOT, validate: true, ruleSet: { forbidden: rules.forbidden } } as ICruiseOptions;
  const { output } = await cruise(folders, options);
  const { summary } = output as ICruiseResult;
  return { modules: summary.totalCruised, violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`) };
};

/** One planted file for each rule that must bite. */
const PLANTED: Record<string, [file: string, text: string]> = {
  'shared-lib-looks-left': ['src/shared/lib/planted.ts', "import '#shared/domain/job.ts';"],
  'shared-stands-alone': ['src/shared/domain/planted.ts', "import 'node:fs';"],
  'client-never-server': ['src/client/lib/planted.ts', "import type { Settings } from '#server/env.ts'; export type S = Settings;"],
  'server-never-client': ['src/server/handlers/planted.ts', "import '#client/lib/cx.ts';"],
  'only-data-knows-sql': ['src/server/commands/planted.ts', "import 'drizzle-orm';"],
  'only-main-opens-a-database': ['src/server/data/planted.ts', "import '#server/db/open.ts';"],
  'only-http-knows-fastify': ['src/server/auth/planted.ts', "import 'fastify';"],
  'handlers-do-not-import-handlers': ['src/server/handlers/planted-too.ts', "import '#server/handlers/jobs.ts';"],
  'ui-knows-no-domain': ['src/client/ui/planted.ts', "import '#shared/domain/job.ts';"],
  'features-do-not-import-features': ['src/client/features/jobs/planted.ts', "import '#client/features/customers/customer-dialog.tsx';"],
  'nobody-imports-tests': ['src/server/http/planted.ts', "import '#tests/support/browser.ts';"],
  'server-runs-on-its-dependencies': ['src/server/db/planted.ts', "import 'react';"],
};

/** Looks with the files planted, and takes them away. */
const withPlanted = async <T>(planted: readonly (readonly [file: string, text: string])[], look: () => Promise<T>): Promise<T> => {
  const paths = planted.map(([file]) => join(ROOT, file));
  try {
    planted.forEach(([file, text]) => writeFileSync(join(ROOT, file), `${text}\n`));
    return await look();
  } finally {
    paths.forEach((path) => rmSync(path, { force: true }));
  }
};

describe('the layers', () => {
  let modules: number;
  let violations: string[];
  // Read once, with all that is planted: reading the sources is what takes long.
  beforeAll(async () => {
    ({ modules, violations } = await withPlanted(Object.values(PLANTED), () => violationsIn(['src', 'tests', 'bench'])));
  }, 240_000);

  test('are kept by every import, and all files were read', () => {
    // The tool reads nothing and finds nothing when it cannot parse TypeScript.
    expect(modules).toBeGreaterThan(250);
    const planted = Object.values(PLANTED).map(([file]) => file);
    expect(violations.filter((violation) => !planted.some((file) => violation.includes(`: ${file} → `)))).toEqual([]);
  });

  test.each(Object.entries(PLANTED))('have a rule %s that bites', (name, [file]) => {
    expect(rules.forbidden.some((candidate) => 'name' in candidate && candidate.name === name)).toBe(true);
    expect(violations.some((violation) => violation.startsWith(`${name}: ${file}`))).toBe(true);
  });
});

const run = promisify(execFile);

/** Runs a tool of the project; what it says when it fails is the failure's message. */
const check = async (tool: string, args: readonly string[]): Promise<void> => {
  const bin = join(ROOT, 'node_modules', '.bin', tool);
  const failure = await run(bin, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }).then(
    () => undefined,
    (error: { stdout?: string; stderr?: string }) => error,
  );
  expect(failure && `${failure.stdout ?? ''}${failure.stderr ?? ''}`).toBeUndefined();
};

const CHECKS: readonly [what: string, tool: string, args: readonly string[]][] = [
  ['formatting is what the formatter makes', 'oxfmt', ['--check', '.']],
  ['the linter finds nothing', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['all types fit', 'tsc', ['-b']],
  ['nothing is unused', 'knip', []],
];

test.each(CHECKS)('%s', (_what, tool, args) => check(tool, args), 180_000);

/** What only one place may use, planted at another: folder, text, the rule that refuses it. */
const REFUSED: readonly [folder: string, text: string, rule: string][] = [
  ['src/client/features', "export const read = () => fetch('/api/health');", 'no-restricted-globals'],
  ['src/client/data', "export const read = () => window.fetch('/api/health');", 'no-restricted-properties'],
  ['src/client/data', "export const open = () => indexedDB.open('headland');", 'no-restricted-globals'],
  ['src/client/data', 'export const held = () => navigator.locks.query();', 'no-restricted-properties'],
  ['src/client/api', "export const open = () => indexedDB.open('headland');", 'no-restricted-globals'],
  ['src/client/app', "export const tabs = new BroadcastChannel('headland');", 'no-restricted-globals'],
  ...['Date.now()', 'new Date()', 'crypto.randomUUID()', "fetch('/api')", 'setTimeout(Boolean, 1)', 'setInterval(Boolean, 1)'].map(
    (text): [string, string, string] => ['src/client/offline', `export const now = () => ${text};`, 'no-restricted-globals'],
  ),
  ['src/client/offline', 'export const now = () => Math.random();', 'no-restricted-properties'],
];

describe('the linter refuses', () => {
  const planted = REFUSED.map(([folder, text], index) => [`${folder}/planted-${index}.ts`, text] as const);
  let said: string[];
  beforeAll(async () => {
    const files = planted.map(([file]) => file);
    const oxlint = join(ROOT, 'node_modules', '.bin', 'oxlint');
    const { stdout } = await withPlanted(planted, () =>
      run(oxlint, ['--format=unix', ...files], { cwd: ROOT }).catch((error: { stdout: string }) => error),
    );
    said = stdout.split('\n');
  });

  test.each(REFUSED.map((each, index) => [...each, index] as const))('in %s: %s', (_folder, _text, rule, index) => {
    const [file = ''] = planted[index] ?? [];
    expect(said.some((line) => line.includes(file) && line.includes(rule))).toBe(true);
  });
});

test('the migrations are what the tables say', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'headland-migrations-'));
  try {
    cpSync(join(ROOT, 'drizzle'), folder, { recursive: true });
    const before = readdirSync(folder);
    const schema = join(ROOT, 'src', 'server', 'db', 'tables', 'index.ts');
    await check('drizzle-kit', ['generate', '--dialect=postgresql', `--schema=${schema}`, `--out=${folder}`, '--casing=snake_case']);
    expect(readdirSync(folder)).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

test('no file of ours has more than 300 lines', async () => {
  const { stdout } = await run('git', ['ls-files', 'src', 'tests', 'scripts', 'bench'], { cwd: ROOT });
  const files = stdout.split('\n').filter((path) => /\.(ts|tsx|mjs|css)$/.test(path));
  expect(files.length).toBeGreaterThan(150);
  const long = files.filter((path) => readFileSync(join(ROOT, path), 'utf8').split('\n').length > 301);
  expect(long).toEqual([]);
});
