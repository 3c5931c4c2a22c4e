import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Rules for every form there is, including future ones.

const ROOT = join(import.meta.dirname, '..');
const SOURCES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src/client'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && existsSync(join(ROOT, file)))
  .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));

const times = (source: string, what: RegExp): number => source.match(what)?.length ?? 0;

test('numbers are typed in one way: by the control that reads them as the person writes them', () => {
  const typed = SOURCES.filter(({ source }) => /inputMode[=:] ?\W*decimal|type="number"|parseFloat/.test(source));
  expect(typed.map(({ file }) => file).filter((file) => file !== 'src/client/ui/use-row-window.ts')).toEqual([
    'src/client/ui/number-field.tsx',
  ]);
});

test('each form says at its head what none of its fields shows', () => {
  const forms = SOURCES.filter(({ file, source }) => /\buseForm\(/.test(source) && !file.endsWith('/use-form.ts'));
  expect(forms.length).toBeGreaterThan(20);
  expect(forms.filter(({ source }) => times(source, /form\.problems/g) < times(source, /= useForm\(/g)).map(({ file }) => file)).toEqual(
    [],
  );
});
