import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Packages know nothing of the product, and name what they need (decision 0054).

const ROOT = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
const dependenciesOf = ({ dependencies, optionalDependencies }: Manifest): Record<string, string> => ({
  ...dependencies,
  ...optionalDependencies,
});

const folder = join(ROOT, 'packages/embedded-postgres');
const sources = ['src', 'tests']
  .flatMap((part) => readdirSync(join(folder, part), { encoding: 'utf8', recursive: true }).map((name) => join(part, name)))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));

test('the package says and makes nothing in the name of the product', () => {
  expect(sources.length).toBeGreaterThan(20);
  const named = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/headland|\bDATA_DIR\b|\bDATABASE_URL\b|\bSMTP_URL\b|contractor/gi)].map(([word]) => `${path}: ${word}`),
  );
  expect(named).toEqual([]);
});

test('what the package needs is named in it, in the version of the product', () => {
  const own = dependenciesOf(manifestOf(folder));
  expect(dependenciesOf(manifestOf(ROOT))).toMatchObject(own);
  const imported = sources
    .filter(({ path }) => path.startsWith('src'))
    .flatMap(({ text }) => [...text.matchAll(/ from '([^.'][^']*)'/g)].map(([, name = '']) => name))
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  expect(imported.filter((name) => !(name in own))).toEqual([]);
});
