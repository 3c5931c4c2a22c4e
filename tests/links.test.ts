import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// Files move; a document that still links to where they were is found here.

const ROOT = join(import.meta.dirname, '..');

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

/** Headings as addresses within a page: lower case, words joined by hyphens, without other signs. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );

/** Links within the repository that lead nowhere. */
const brokenIn = (path: string, text: string): string[] =>
  [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, file = '', anchor]) => {
    const target = file === '' ? join(ROOT, path) : join(ROOT, dirname(path), file);
    const isThere = existsSync(target) && (anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).has(anchor));
    return isThere ? [] : [`${path}: ${link}`];
  });

test('every link between documents leads somewhere', () => {
  expect(documents.length).toBeGreaterThan(50);
  expect(documents.flatMap((path) => brokenIn(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});

test.each([
  ['[a file](docs/never.md)', 1],
  ['[a heading](README.md#never-written)', 1],
  ['[on this page](#never-written)', 1],
  ['[there](README.md#settings), [elsewhere](https://headland.example/never)', 0],
])('what leads nowhere is found: %s', (text, broken) => {
  expect(brokenIn('README.md', text)).toHaveLength(broken);
});
