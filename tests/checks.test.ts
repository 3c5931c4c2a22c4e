import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { type ESTree, parseSync, Visitor } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// `npm run check` enforces the rules; here each of them is violated on purpose, in a copy of the sources, so that the checks may run at the
// same time.

const ROOT = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'headland-planted-'));

beforeAll(() => {
  for (const path of [
    'src',
    'packages',
    'scripts/demo',
    'tests/support',
    'package.json',
    'tsconfig.base.json',
    'tsconfig.json',
    '.oxlintrc.json',
  ]) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const plant = (file: string, text: string): void => {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), `${text}\n`);
};

// The configuration is CommonJS, as the tool wants it.
const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: object[]; options: ICruiseOptions };

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
  'client-calls-by-routes': [
    'src/client/data/planted-too.ts',
    "import { contract } from '#shared/contract.ts'; export const { users } = contract;",
  ],
  'ui-knows-no-domain': ['src/client/ui/planted.ts', "import '#shared/domain/job.ts';"],
  'one-door-to-the-offline-part': [
    'src/client/data/planted.ts',
    "import type { Core } from '#client/offline/engine/core.ts'; export type C = Core;",
  ],
  'nothing-goes-through-its-own-door': ['src/client/offline/view/planted.ts', "import '#client/offline/public.ts';"],
  'features-do-not-import-features': ['src/client/features/jobs/planted.ts', "import '#client/features/customers/customer-dialog.tsx';"],
  'packages-know-no-domain': ['packages/embedded-postgres/src/planted.ts', "import '../../../src/server/env.ts';"],
  'the-product-makes-nothing-up': ['src/server/demo/planted.ts', "import '#demo/random.ts';"],
  'nobody-imports-tests': ['src/server/http/planted.ts', "import '#tests/support/browser.ts';"],
  'server-runs-on-its-dependencies': ['src/server/db/planted.ts', "import 'react';"],
};

describe('the layers', () => {
  let violations: string[];
  beforeAll(async () => {
    Object.values(PLANTED).forEach(([file, text]) => plant(file, text));
    const options = { ...rules.options, preserveSymlinks: true, baseDir: copy, validate: true, ruleSet: { forbidden: rules.forbidden } };
    const files = Object.values(PLANTED).map(([file]) => file);
    const { output } = await cruise(files, options as ICruiseOptions);
    violations = (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  }, 240_000);

  test.each(Object.entries(PLANTED))('have a rule %s that bites', (name, [file]) => {
    expect(rules.forbidden.some((candidate) => 'name' in candidate && candidate.name === name)).toBe(true);
    expect(violations.filter((violation) => violation.startsWith(`${name}: ${file}`))).not.toEqual([]);
  });
});

const run = promisify(execFile);

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
  ['src/client/data', '\n'.repeat(301), 'max-lines'],
  ['tests/support', 'export let planted = 0; planted += 1;', 'no-mutable-exports'],
];

describe('the linter refuses', () => {
  const files = REFUSED.map(([folder], index) => `${folder}/planted-${index}.ts`);
  let said: string[];
  beforeAll(async () => {
    REFUSED.forEach(([, text], index) => plant(files[index] ?? '', text));
    const oxlint = join(ROOT, 'node_modules', '.bin', 'oxlint');
    const { stdout } = await run(oxlint, ['--format=unix', ...files], { cwd: copy }).catch((error: { stdout: string }) => error);
    said = stdout.split('\n');
  });

  test.each(REFUSED.map((each, index) => [...each, index] as const))('in %s: %j', (_folder, _text, rule, index) => {
    expect(said.some((line) => line.includes(files[index] ?? '') && line.includes(rule))).toBe(true);
  });
});

const DECLARERS = new Set(['bench', 'describe', 'it', 'suite', 'test']);
const MODIFIERS = new Set(['concurrent', 'each', 'fails', 'for', 'only', 'runIf', 'sequential', 'skip', 'skipIf', 'todo']);

/** The name at the root of `test(…)`, `test.for(…)(…)` and the like; null if anything else is called. */
const rootOf = (callee: ESTree.Expression | ESTree.Super): string | null => {
  if (callee.type === 'Identifier') {
    return callee.name;
  }
  if (callee.type === 'CallExpression') {
    return rootOf(callee.callee);
  }
  const isModifier = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && MODIFIERS.has(callee.property.name);
  return isModifier ? rootOf(callee.object) : null;
};

/** Whether the module declares tests, under whatever names it imports or extends the functions that do. */
const declaresTests = (text: string): boolean => {
  const { program } = parseSync('module.ts', text);
  const names = new Set<string>();
  let isFound = false;
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      for (const each of /^vitest$|fixtures\.ts$/.test(source.value) ? specifiers : []) {
        if (each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' && DECLARERS.has(each.imported.name)) {
          names.add(each.local.name);
        }
      }
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && DECLARERS.has(id.name) && init?.type === 'CallExpression') {
        names.add(id.name);
      }
    },
    CallExpression: ({ callee }) => {
      isFound ||= names.has(rootOf(callee) ?? '');
    },
  }).visit(program);
  return isFound;
};

describe('tests are declared in test files only', () => {
  const modules = ['src', 'packages', 'tests', 'bench', 'scripts']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|proof)\.tsx?$/.test(path) && !path.includes('node_modules'));

  test('no other module declares any', () => {
    expect(modules.length).toBeGreaterThan(500);
    // The plain word first: most modules need not be parsed.
    const texts = modules.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);
    expect(
      texts.filter(([, text]) => /\b(bench|describe|it|suite|test)\b/.test(text) && declaresTests(text)).map(([path]) => path),
    ).toEqual([]);
  });

  test.each([
    ["import { test } from 'vitest'; export const hidden = () => { test('a', () => undefined); };", true],
    ["import { test as base } from 'vitest'; base.for([1])('a %i', () => undefined);", true],
    ["import { describe } from './fixtures.ts'; describe.skip('a', () => undefined);", true],
    ["import { test as base } from 'vitest'; const test = base.extend('a', 1); test('b', () => undefined);", true],
    ["import { test as base } from 'vitest'; export const test = base.extend('a', 1);", false],
    ['export const isDay = (text: string) => /\\d/.test(text);', false],
    ['export const close = (test: { db: { end(): void } }) => test.db.end();', false],
  ])('%s: %s', (text, is) => {
    expect(declaresTests(text)).toBe(is);
  });
});
